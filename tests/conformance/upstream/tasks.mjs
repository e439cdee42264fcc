// The tasks extension of the newer protocol: tools that go on working after their call was answered, and how to ask for them.
import { randomUUID } from "node:crypto";
import { INVALID_PARAMS, MISSING_CAPABILITY, Refused, elicitation, says } from "./content.mjs";
import { QUESTIONS, wanted } from "./input-required.mjs";

export const EXTENSION = "io.modelcontextprotocol/tasks";
const all = new Map();
const now = () => new Date().toISOString();

const hasTasks = (call) => call.isModern && call.capabilities.extensions?.[EXTENSION] !== undefined;
const needed = () => {
  const requiredCapabilities = { extensions: { [EXTENSION]: {} } };
  throw new Refused(MISSING_CAPABILITY, "the tasks extension is needed", { requiredCapabilities });
};

function seen({ id, status, createdAt, lastUpdatedAt, result, error, inputRequests }) {
  const basic = { taskId: id, status, createdAt, lastUpdatedAt, ttlMs: 60_000, pollIntervalMs: 100 };
  if (status === "completed") return { ...basic, result };
  if (status === "failed") return { ...basic, error };
  if (status === "input_required") return { ...basic, inputRequests };
  return basic;
}

function becomes(task, status, more = {}) {
  if (["completed", "failed", "cancelled"].includes(task.status)) return;
  Object.assign(task, { status, lastUpdatedAt: now() }, more);
}

function begin(work) {
  const task = { id: randomUUID(), status: "working", createdAt: now(), lastUpdatedAt: now() };
  all.set(task.id, task);
  work(task);
  return { resultType: "task", ...seen(task) };
}

const after = (seconds, work) => setTimeout(work, seconds * 1000).unref();
const done = (task, result) => becomes(task, "completed", { result });
const asks = (task, inputRequests, finish) => becomes(task, "input_required", { inputRequests, finish });
const confirm = (message) => ({
  method: "elicitation/create",
  params: elicitation(message, { confirm: { type: "boolean" } }),
});

export const tasks = {
  greet: {
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    run: ({ name }) => says(`Hello, ${name}!`),
  },
  slow_compute: {
    schema: { type: "object", properties: { seconds: { type: "number" }, label: { type: "string" } } },
    run: ({ seconds = 0, label }, call) => {
      const result = says(`Computed ${label}.`);
      if (!hasTasks(call) || seconds === 0) return result;
      return begin((task) => after(Math.min(seconds, 60) / 5, () => done(task, result)));
    },
  },
  failing_job: {
    run: (_, call) => {
      if (!hasTasks(call)) needed();
      return begin((task) => after(0.1, () => done(task, { ...says("It went wrong."), isError: true })));
    },
  },
  protocol_error_job: {
    run: (_, call) => {
      if (!hasTasks(call)) needed();
      return begin((task) => after(0.1, () => becomes(task, "failed", { error: { code: -32603, message: "broken" } })));
    },
  },
  confirm_delete: {
    schema: { type: "object", properties: { filename: { type: "string" } } },
    run: ({ filename }, call) => {
      if (!hasTasks(call)) needed();
      return begin((task) => asks(task, { [randomUUID()]: confirm(`Delete ${filename}?`) }, () => says("Deleted.")));
    },
  },
  multi_input: {
    run: (_, call) => {
      if (!hasTasks(call)) needed();
      const both = { [randomUUID()]: confirm("The first?"), [randomUUID()]: confirm("The second?") };
      return begin((task) => asks(task, both, () => says("Both were answered.")));
    },
  },
  test_tool_with_task: {
    run: (_, call) => {
      if (!hasTasks(call)) needed();
      const { given, again } = wanted(call, { user_name: QUESTIONS.name }, { round: 1 });
      if (again) return again;
      return begin((task) => after(0.1, () => done(task, says(`Hello, ${given.user_name.content?.name}!`))));
    },
  },
};

const find = ({ taskId }) => {
  const task = all.get(taskId);
  if (!task) throw new Refused(INVALID_PARAMS, "there is no such task");
  return task;
};

/** What can be asked about tasks, by method. */
export const taskMethods = {
  "tasks/get": (params) => seen(find(params)),
  "tasks/cancel": (params) => {
    becomes(find(params), "cancelled");
    return {};
  },
  "tasks/update": (params) => {
    const task = find(params);
    for (const key of Object.keys(params.inputResponses ?? {})) delete task.inputRequests?.[key];
    if (task.status === "input_required" && Object.keys(task.inputRequests).length === 0) done(task, task.finish());
    return {};
  },
};
for (const [method, run] of Object.entries(taskMethods)) {
  taskMethods[method] = (params, call) => (hasTasks(call) ? run(params) : needed());
}
