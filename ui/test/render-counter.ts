// Counts component renders through the hook of the React developer tools. Loaded before React (vite.config.ts).

type Fiber = {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
};

/** React's flag for a fiber whose component function ran in this commit. */
const PERFORMED_WORK = 1;

function nameOf(type: unknown): string | null {
  if (typeof type === "function") return type.name || null;
  if (typeof type !== "object" || type === null) return null;
  const { render, type: inner } = type as { render?: unknown; type?: unknown };
  return nameOf(render ?? inner);
}

function visit(fiber: Fiber | null, counts: Map<string, number>): void {
  for (let at = fiber; at; at = at.sibling) {
    const name = nameOf(at.type);
    if (name && (at.alternate === null || (at.flags & PERFORMED_WORK) !== 0)) counts.set(name, (counts.get(name) ?? 0) + 1);
    // React reuses the child of a subtree that it did not render.
    if (at.alternate === null || at.child !== at.alternate.child) visit(at.child, counts);
  }
}

type Hook = {
  supportsFiber: true;
  counts: Map<string, number> | null;
  inject: () => number;
  onCommitFiberRoot: (id: number, root: { current: Fiber }) => void;
  onCommitFiberUnmount: () => void;
};

const globals = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };

// Reused, because this file runs before each test file and React keeps the hook from when it was loaded.
const hook = (globals.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  supportsFiber: true,
  counts: null,
  inject: () => 1,
  onCommitFiberRoot(_id, root) {
    if (this.counts) visit(root.current, this.counts);
  },
  onCommitFiberUnmount: () => undefined,
});

/** Runs `work` and returns the number of renders by component name. */
export async function countRenders(work: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  hook.counts = counts;
  try {
    await work();
  } finally {
    hook.counts = null;
  }
  return counts;
}
