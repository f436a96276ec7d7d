import { Agent, request } from 'node:http';

/** The durations of each kind of request, in milliseconds, by round. */
export type Timings = ReadonlyMap<string, readonly number[]>;

/**
 * Times requests that differ only in their key, over one connection, one after the other. Each round has every kind
 * once, in a new random order, so that the machine's other load affects all of them equally.
 */
export async function timeKeys(url: string, keys: ReadonlyMap<string, () => string>, rounds: number): Promise<Timings> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timings = new Map([...keys].map(([name]) => [name, [] as number[]]));
  for (let round = -50; round < rounds; round += 1) {
    for (const [name, key] of shuffled([...keys])) {
      const tookMs = await timeOne(url, agent, key());
      if (round >= 0) timings.get(name)?.push(tookMs);
    }
  }
  agent.destroy();
  return timings;
}

function timeOne(url: string, agent: Agent, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const outgoing = request(`${url}/api/v1/agent/usage`, { agent, headers }, (answer) => {
      const tookMs = performance.now() - startedAt;
      answer.resume().once('end', () => resolve(tookMs));
    });
    outgoing.once('error', reject);
    const startedAt = performance.now();
    outgoing.end();
  });
}

/**
 * Computes how well one measurement separates two kinds: the probability that one of `others` took longer than one of
 * `ones`. 0.5 means no separation; 1 and 0 mean complete separation. This is the Mann–Whitney statistic divided by the
 * number of pairs.
 */
export function separation(ones: readonly number[], others: readonly number[]): number {
  const all = [
    ...ones.map((value) => ({ value, isOther: false })),
    ...others.map((value) => ({ value, isOther: true })),
  ];
  all.sort((one, other) => one.value - other.value);
  const rankSum = all.reduce((sum, { isOther }, index) => (isOther ? sum + index + 1 : sum), 0);
  return (rankSum - (others.length * (others.length + 1)) / 2) / (ones.length * others.length);
}

/**
 * Returns how far from 0.5 two identical kinds are by chance: the standard deviation of `separation` without a
 * difference.
 */
export function chanceOf(count: number): number {
  return Math.sqrt((2 * count + 1) / (12 * count * count));
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function shuffled<Value>(values: Value[]): Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
