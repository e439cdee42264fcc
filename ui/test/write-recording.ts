// Writes requests without answers into a recording when HINTSMITH_RECORD is set; the engine's test answers them.
// @ts-expect-error The page has no types of Node.
import * as fs from "node:fs";

const { writeFileSync } = fs as { writeFileSync: (path: string, text: string) => void };
declare const process: { env: Record<string, string | undefined> };

export const isRecording = process.env["HINTSMITH_RECORD"] !== undefined;

export const writeRecording = (name: string, recording: object): void => writeFileSync(`test/recorded/${name}.json`, JSON.stringify(recording));
