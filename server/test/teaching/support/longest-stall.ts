/**
 * Measures the longest time during which this thread did not yield while `work` ran, in milliseconds of the thread's
 * own CPU time. Other threads and programs do not count.
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
    // Two thousand checks per second are precise enough, and leave the CPU free for the work.
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

/**
 * Measures `longestStall` up to ten times, until it is at most `enoughMs`, because other programs that share the CPU
 * caches can only slow the work down.
 */
export async function leastLongestStall<Result>(
  enoughMs: number,
  work: () => Promise<Result>,
): Promise<{ readonly stallMs: number; readonly result: Result }> {
  let measured = await longestStall(work);
  for (let round = 1; round < 10 && measured.stallMs > enoughMs; round += 1) measured = await longestStall(work);
  return measured;
}

function ownCpuMs(): number {
  process.cpuUsage(); // Linux updates a thread's figure only when the process's figure is requested.
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
