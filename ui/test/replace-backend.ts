// Setup of every test: replaces src/backend with mock-backend. The mock is global because all test files share their modules:
// a module that had loaded the real backend would keep it.
import { vi } from "vitest";

vi.mock("../src/backend", async () => (await import("./mock-backend")).mockedBackend());
