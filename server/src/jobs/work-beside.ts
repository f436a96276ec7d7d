/** Work that runs beside a pass, with a limit in total and per workspace. */
export interface WorkBeside {
  isFree(workspaceId: string): boolean;
  /** Starts the work at once. It must not throw. */
  begin(workspaceId: string, work: () => Promise<void>): void;
  /** Resolves when no work is in progress. */
  ended(): Promise<void>;
}

/** Without limits, no place is free. */
export function createWorkBeside(
  limits: { readonly concurrency: number; readonly concurrencyPerWorkspace: number } | null,
): WorkBeside {
  const underWay = new Set<Promise<void>>();
  const held = new Map<string, number>();

  async function run(workspaceId: string, work: () => Promise<void>): Promise<void> {
    held.set(workspaceId, (held.get(workspaceId) ?? 0) + 1);
    try {
      await work();
    } finally {
      const left = (held.get(workspaceId) ?? 1) - 1;
      if (left > 0) held.set(workspaceId, left);
      else held.delete(workspaceId);
    }
  }

  return {
    isFree: (workspaceId) =>
      limits !== null &&
      underWay.size < limits.concurrency &&
      (held.get(workspaceId) ?? 0) < limits.concurrencyPerWorkspace,
    begin(workspaceId, work) {
      const promise = run(workspaceId, work);
      underWay.add(promise);
      void promise.finally(() => underWay.delete(promise));
    },
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
