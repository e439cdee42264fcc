// Counts which components React renders, through the hook that its developer tools use. Loaded before React (vite.config.ts).

type Fiber = {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
};

/** React's own flag for a fiber whose component function ran in this commit. */
const PERFORMED_WORK = 1;

let counts: Map<string, number> | null = null;

function nameOf(type: unknown): string | null {
  if (typeof type === "function") return type.name || null;
  if (typeof type !== "object" || type === null) return null;
  const { render, type: inner } = type as { render?: unknown; type?: unknown };
  return nameOf(render ?? inner);
}

function visit(fiber: Fiber | null): void {
  for (let at = fiber; at; at = at.sibling) {
    const name = nameOf(at.type);
    if (name && counts && (at.alternate === null || (at.flags & PERFORMED_WORK) !== 0)) counts.set(name, (counts.get(name) ?? 0) + 1);
    // A subtree that React did not enter is the same object as before.
    if (at.alternate === null || at.child !== at.alternate.child) visit(at.child);
  }
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
      if (counts) visit(root.current);
    },
    onCommitFiberUnmount: () => undefined,
  },
});

/** The components that `work` made React render, each with how often. */
export async function countRenders(work: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  counts = found;
  try {
    await work();
  } finally {
    counts = null;
  }
  return found;
}
