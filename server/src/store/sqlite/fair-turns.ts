/**
 * Lets callers continue at once, except that every `perTurn`-th call waits for the next turn of the event loop. A
 * caller that only reads in a loop would otherwise block all input and output of the process.
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
