import { exitCodes } from './terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * A terminal sends Ctrl-C to npm and to this process, and npm passes it on. A second signal within this time is
 * therefore a duplicate.
 */
const sameInterruptMs = 1_000;

/**
 * Calls `stop` at the first interrupt. A later interrupt ends the process immediately. Returns a function that stops
 * listening for interrupts.
 */
export function onInterrupt(stop: (signal: NodeJS.Signals) => void): () => void {
  let firstAt: number | null = null;
  const listen = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      stop(signal);
    } else if (now - firstAt > sameInterruptMs) {
      process.exit(exitCodes.interrupted);
    }
  };
  for (const signal of signals) process.on(signal, listen);
  return () => {
    for (const signal of signals) process.off(signal, listen);
  };
}
