/**
 * Creates turns for callers. Within one turn of the event loop, the first `perTurn` calls continue immediately, and
 * further calls wait for the next turn. Otherwise, a caller that only reads in a loop would block all input and output
 * of the process.
 */
export function createFairTurns(perTurn: number): () => Promise<void> | undefined {
  let taken = 0;
  let nextTurn: Promise<void> | null = null;

  return () => {
    taken += 1;
    nextTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        taken = 0;
        nextTurn = null;
        resolve();
      });
    });
    return taken > perTurn ? nextTurn : undefined;
  };
}
