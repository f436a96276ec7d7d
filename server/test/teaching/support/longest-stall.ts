/**
 * The longest time of this thread that nobody else had a turn while `work` went on, in milliseconds of its own processor
 * time: what other threads and programs take does not count.
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
    // Two thousand turns a second are enough to see, and leave the processor to the work.
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
  process.cpuUsage(); // Linux brings a thread's figure up to date only when the process's is asked for
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
