export interface PacedLine {
  has(name: string): boolean;
  size(): number;
  /** Resolves in its turn. Rejects with the reason of `gone`, and has left the line, as soon as that is aborted. */
  wait(name: string, gone: AbortSignal): Promise<void>;
}

/** Lets whoever waits go one by one, `paceMs` apart; a line that was empty starts with a wait as long. */
export function createPacedLine(paceMs: number): PacedLine {
  // In the order of their turns.
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
