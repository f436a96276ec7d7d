/** Loaded before a service. Each SIGUSR2 ends the most recently started thread, as a bug in the thread would. */
import { isMainThread, type Worker } from 'node:worker_threads';

if (isMainThread) {
  let last: Worker | null = null;
  process.on('worker', (worker) => {
    last = worker;
  });
  process.on('SIGUSR2', () => last?.terminate());
}
