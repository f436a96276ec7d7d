export interface Repeater {
  /** Runs the first pass after the interval. Does nothing after `stop`, or if it was called before. */
  start(): void;
  /** Starts no further pass, and resolves when the pass in progress has ended. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Creates a repeater, which runs a pass `everyMs` after the previous one has ended. Waiting for the next pass does not
 * keep the process alive. A pass must not reject; its signal is aborted by `stop`.
 */
export function createRepeater(pass: (signal: AbortSignal) => Promise<void>, everyMs: number): Repeater {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<void> = Promise.resolve();

  function schedule(): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = pass(stopping.signal);
      void underWay.then(schedule);
    }, everyMs).unref();
  }

  return {
    start() {
      if (timer === null) schedule();
    },
    async stop() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await underWay;
    },
  };
}
