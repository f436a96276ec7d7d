/**
 * The longest time during which this thread did not yield while `work` ran, in milliseconds of its own processor time:
 * the time of other threads and programs does not count.
 */
export async function longestStall<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly stallMs: number; readonly result: Result }> {
  let last = ownCpuMs();
  let stallMs = 0;
  let isDone = false;
  const turn = (): void => {
    const now = ownCpuMs();
    stallMs = Math.max(stallMs, now - last);
    last = now;
    // Two thousand checks per second are precise enough, and leave the processor to the work.
    if (!isDone) setTimeout(() => setImmediate(turn), 0.5);
  };
  setImmediate(turn);
  try {
    const result = await work();
    turn();
    return { stallMs, result };
  } finally {
    isDone = true;
  }
}

function ownCpuMs(): number {
  process.cpuUsage(); // Linux updates a thread's figure only when the process's figure is requested.
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
