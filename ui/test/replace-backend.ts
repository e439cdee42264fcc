// Setup of every test: the backend that reaches the program is replaced by the one in mock-backend. In one place for all
// files, because they share their modules: a module that had loaded the real one would keep it.
import { vi } from "vitest";

vi.mock("../src/backend", async () => (await import("./mock-backend")).mockedBackend());
