/** Loaded before a measured service. When the service ends, prints its event-loop delay in milliseconds. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolutionMs = 5;

if (isMainThread) {
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  // Starts to measure only after the service has started, because loading its modules is not part of a draft.
  process.once('SIGUSR2', () => loop.enable());
  process.once('exit', () => {
    loop.disable();
    const late = (nanoseconds: number) => Math.round(Math.max(0, nanoseconds / 1e6 - resolutionMs) * 10) / 10;
    const figures = { mean: late(loop.mean), p99: late(loop.percentile(99)), longest: late(loop.max) };
    process.stderr.write(`\nevent loop: ${JSON.stringify(figures)}\n`);
  });
}
