// Cleanup of a test file's resources (windows, stores, servers) in reverse order at its end, also after a failure.
const open: (() => void | Promise<void>)[] = [];

export function closeAtEnd(close: () => void | Promise<void>): void {
  open.push(close);
}

export async function closeAll(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of open.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "some resources could not be closed");
}
