export interface PacedLine {
  has(name: string): boolean;
  size(): number;
  /**
   * Resolves when it is the caller's turn. If `gone` is aborted, the caller leaves the queue, and the promise rejects
   * with the abort reason.
   */
  wait(name: string, gone: AbortSignal): Promise<void>;
}

/**
 * Creates a queue that lets callers through one at a time, `paceMs` apart. Even the first caller in an empty queue
 * waits `paceMs`.
 */
export function createPacedLine(paceMs: number): PacedLine {
  // For each waiting caller, the function that resolves its promise, in the order of their turns.
  const turns = new Map<string, () => void>();
  let timer: NodeJS.Timeout | null = null;

  function leave(name: string): void {
    turns.delete(name);
    if (turns.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    has: (name) => turns.has(name),
    size: () => turns.size,
    wait(name, gone) {
      return new Promise((resolve, reject) => {
        gone.throwIfAborted();
        const giveUp = () => {
          leave(name);
          reject(gone.reason);
        };
        gone.addEventListener('abort', giveUp, { once: true });
        turns.set(name, () => {
          gone.removeEventListener('abort', giveUp);
          leave(name);
          resolve();
        });
        timer ??= setInterval(() => turns.values().next().value?.(), paceMs);
      });
    },
  };
}
