// Global setup: one X server and one D-Bus session per worker, so that the windows of different files share neither focus nor
// notifications.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";

/** Environment variables that select a screen. */
export type Screen = { DISPLAY: string; DBUS_SESSION_BUS_ADDRESS: string };

declare module "vitest" {
  export interface ProvidedContext {
    screens: Screen[];
  }
}

type Service = { address: string; process: ChildProcess };

/** Starts a program that prints its address as the first line. The kernel ends it if this process exits without teardown. */
async function startService(program: string, ...args: string[]): Promise<Service> {
  const child = spawn("setpriv", ["--pdeathsig", "TERM", "--", program, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const started = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const failed = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} exited with code ${code}`)));
  });
  const [address] = await Promise.race([started, failed]);
  failed.catch(() => undefined); // from here on an exit is expected
  return { address, process: child };
}

async function stopService({ process }: Service): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, "exit");
  process.kill();
  await exited;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services: Service[] = [];
  const start = async (program: string, ...args: string[]): Promise<string> => {
    const service = await startService(program, ...args);
    services.push(service);
    return service.address;
  };
  const screens: Screen[] = [];
  for (let worker = 0; worker < project.config.maxWorkers; worker++) {
    const display = await start("Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp");
    const bus = await start("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1");
    screens.push({ DISPLAY: `:${display}`, DBUS_SESSION_BUS_ADDRESS: bus });
  }
  project.provide("screens", screens);
  return async () => {
    await Promise.all(services.map(stopService));
  };
}
