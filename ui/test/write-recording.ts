// Adds requests without responses to a recording if HINTSMITH_RECORD is set; the engine's test adds the responses.
// @ts-expect-error The page has no Node types.
import * as fs from "node:fs";

const { writeFileSync } = fs as { writeFileSync: (path: string, text: string) => void };
declare const process: { env: Record<string, string | undefined> };

export const isRecording = process.env["HINTSMITH_RECORD"] !== undefined;

export const writeRecording = (name: string, recording: object): void => writeFileSync(`test/recorded/${name}.json`, JSON.stringify(recording));
