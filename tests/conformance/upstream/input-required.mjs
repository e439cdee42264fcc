// Tools that answer with what they still have to be told, as the newer protocol does. What they must not forget they hand
// to the client, with a seal.
import { createHmac, randomBytes } from "node:crypto";
import { INVALID_PARAMS, Refused, elicitation, sampling, says } from "./content.mjs";

const secret = randomBytes(32);
const seal = (words) => createHmac("sha256", secret).update(words).digest("base64url");
const sealed = (value) => {
  const words = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${words}.${seal(words)}`;
};
const opened = (state) => {
  const [words, mark] = String(state).split(".");
  if (mark === undefined || seal(words) !== mark) throw new Refused(INVALID_PARAMS, "the state is not as it was given");
  return JSON.parse(Buffer.from(words, "base64url"));
};

export const QUESTIONS = {
  name: { method: "elicitation/create", params: elicitation("What is your name?", { name: { type: "string" } }) },
  color: { method: "elicitation/create", params: elicitation("Which colour?", { color: { type: "string" } }) },
  ok: { method: "elicitation/create", params: elicitation("Please confirm", { ok: { type: "boolean" } }) },
  context: { method: "elicitation/create", params: elicitation("Which context?", { context: { type: "string" } }) },
  capital: { method: "sampling/createMessage", params: sampling("What is the capital of France?") },
  greeting: { method: "sampling/createMessage", params: sampling("Generate a greeting", 50) },
  roots: { method: "roots/list", params: {} },
};

/** What was answered to all of these, or the result that asks for the rest. */
export function wanted(call, questions, state) {
  const given = call.params.inputResponses;
  if (given !== undefined && (given === null || typeof given !== "object")) {
    throw new Refused(INVALID_PARAMS, "inputResponses must be an object");
  }
  const open = Object.entries(questions).filter(([key]) => {
    const answer = given?.[key];
    return answer === null || typeof answer !== "object";
  });
  if (open.length === 0) return { given };
  const again = { resultType: "input_required", inputRequests: Object.fromEntries(open) };
  return { again: state === undefined ? again : { ...again, requestState: sealed(state) } };
}

const asks = (questions, finish, state) => ({
  run: (_, call) => {
    const { given, again } = wanted(call, questions, state);
    if (again) return again;
    if (state !== undefined) opened(call.params.requestState);
    return finish(given);
  },
});

const METHODS = { sampling: "capital", elicitation: "name", roots: "roots" };

export const inputRequired = {
  test_input_required_result_elicitation: asks({ user_name: QUESTIONS.name }, ({ user_name }) =>
    says(`Hello, ${user_name.content?.name}!`),
  ),
  test_input_required_result_sampling: asks({ capital_question: QUESTIONS.capital }, ({ capital_question }) =>
    says(capital_question.content.text),
  ),
  test_input_required_result_list_roots: asks({ client_roots: QUESTIONS.roots }, ({ client_roots }) =>
    says(JSON.stringify(client_roots.roots)),
  ),
  test_input_required_result_request_state: asks({ confirm: QUESTIONS.ok }, () => says("state-ok"), { round: 1 }),
  test_input_required_result_tampered_state: asks({ confirm: QUESTIONS.ok }, () => says("state-ok"), { round: 1 }),
  test_input_required_result_multiple_inputs: asks(
    { user_name: QUESTIONS.name, greeting: QUESTIONS.greeting, client_roots: QUESTIONS.roots },
    ({ user_name }) => says(`Hello, ${user_name.content?.name}!`),
    { round: 1 },
  ),
  test_input_required_result_multi_round: {
    run: (_, call) => {
      const round = call.params.requestState === undefined ? 1 : opened(call.params.requestState).round;
      if (round === 1) {
        const { again } = wanted(call, { step1: QUESTIONS.name }, { round: 1 });
        return again ?? wanted({ params: {} }, { step2: QUESTIONS.color }, { round: 2 }).again;
      }
      return wanted(call, { step2: QUESTIONS.color }, { round: 2 }).again ?? says("All rounds are done.");
    },
  },
  test_input_required_result_capabilities: {
    run: (_, call) => {
      const can = Object.entries(METHODS).filter(([capability]) => call.capabilities[capability]);
      const questions = Object.fromEntries(can.map(([capability, question]) => [capability, QUESTIONS[question]]));
      return wanted(call, questions).again ?? says("Everything that can be asked was answered.");
    },
  },
};
