/**
 * Lets whoever asks go on at once, but makes every `perTurn`-th wait for the next turn of the event loop: a caller that
 * does nothing but read in a loop would otherwise keep all input and output of the process waiting.
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
