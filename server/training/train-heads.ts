import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type DescentOptions, descend, type SharedRows, type SharedWeights } from './descend.ts';

/**
 * The shared state of the threads of one training. `counters` are the next head to train and the number of finished
 * heads.
 */
export interface Job {
  readonly rows: SharedRows;
  readonly trained: SharedWeights;
  readonly options: DescentOptions;
  readonly counters: Int32Array;
}

/**
 * Trains all heads in place, as many in parallel as the machine has CPU cores. Heads do not depend on each other, so
 * any number of threads gives the same weights.
 */
export function trainHeads(
  rows: SharedRows,
  trained: SharedWeights,
  options: DescentOptions,
  progress: (done: number) => void,
): void {
  const heads = trained.biases.length;
  const job: Job = { rows, trained, options, counters: shared(Int32Array, 2) };
  const helpers = Math.min(availableParallelism(), heads) - 1;
  for (let at = 0; at < helpers; at++)
    new Worker(new URL('head-thread.ts', import.meta.url), { workerData: job }).unref();
  work(job, progress);
  for (let done = 0; done < heads; done = Atomics.load(job.counters, 1)) {
    progress(done);
    Atomics.wait(job.counters, 1, done, 1_000);
  }
}

/** Returns an array of `length` zeros in shared memory. */
export function shared<Numbers>(kind: new (buffer: SharedArrayBuffer) => Numbers, length: number): Numbers {
  const { BYTES_PER_ELEMENT: size } = kind as unknown as { BYTES_PER_ELEMENT: number }; // true for every class of typed arrays
  return new kind(new SharedArrayBuffer(length * size));
}

/** Trains heads until none is left. */
export function work({ rows, trained, options, counters }: Job, progress: (done: number) => void): void {
  for (;;) {
    const head = Atomics.add(counters, 0, 1);
    if (head >= trained.biases.length) return;
    descend(rows, trained, head, options);
    progress(Atomics.add(counters, 1, 1) + 1);
    Atomics.notify(counters, 1);
  }
}
