import { memoryMb } from './measure.ts';
import { startModelWorld } from './model-world.ts';

/** The share of all drafts that belong to the first workspace if slots are scarce. */
const busyShare = 0.7;

/**
 * Sends this many drafts at the same time to a model with this many slots. If there are fewer slots than drafts, the
 * first of four workspaces sends seven in ten of them; its share of the answers shows whether slots are shared fairly.
 */
export async function measureAtOnce({ count, modelMs, places }: { count: number; modelMs: number; places: number }) {
  const isScarce = places < count;
  const world = await startModelWorld({
    modelMs,
    env: {
      UNDERSTUDY_MODEL_CONCURRENCY: String(places),
      UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE: String(Math.max(1, Math.ceil(places / 2))),
      UNDERSTUDY_MODEL_TIMEOUT_MS: '120000',
      NODE_OPTIONS: `--import ${new URL('./watch-loop.ts', import.meta.url)}`,
    },
  });
  const { pid } = world.service.child;
  const owners = Array.from({ length: count }, (_, index) =>
    isScarce && (index % 10) / 10 < busyShare ? 0 : isScarce ? 1 + (index % 3) : index % world.keys.length,
  );
  const done: { owner: number; atMs: number }[] = [];
  const outcomes: Record<string, number> = {};
  let report: object;
  try {
    await Promise.all(world.keys.map((key) => world.draft(key, 'hello!')));
    const before = await memoryMb(pid);
    process.kill(pid ?? 0, 'SIGUSR2');
    const startedMs = performance.now();
    await Promise.all(
      owners.map(async (owner) => {
        const text = await world.draft(world.keys[owner] ?? '');
        done.push({ owner, atMs: performance.now() - startedMs });
        const outcome = outcomeOf(text);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }),
    );
    const tookMs = Math.round(performance.now() - startedMs);
    const charged = await Promise.all(world.keys.map(world.usedBy));
    const after = await memoryMb(pid);
    report = {
      drafts: count,
      places,
      outcomes,
      modelCalls: await world.stub.calls(),
      lost: count - (outcomes['read'] ?? 0),
      chargedTwice: charged.reduce((sum, used) => sum + used, 0) - world.keys.length - count,
      tookMs,
      workspaces: world.keys.map((_, owner) => shareOf(owner, done)),
      memoryMb: { before: before?.now, highest: after?.highest },
    };
  } finally {
    await world.stop();
  }
  const [, loop = 'null'] = /event loop: (.*)/.exec(world.service.output()) ?? [];
  return { ...report, eventLoopLateMs: JSON.parse(loop) };
}

/** Returns whether the model read the message, or the first characters of any other answer. */
function outcomeOf(answer: string): string {
  if (!answer.startsWith('{"ok":true')) return answer.slice(0, 80);
  return answer.includes('The language model was not used') ? 'not read' : 'read';
}

/**
 * Computes one workspace's results. `contended` is its share of the answers until the first workspace had all of its
 * own.
 */
function shareOf(owner: number, done: readonly { owner: number; atMs: number }[]) {
  const owners = new Set(done.map((each) => each.owner));
  const lastOf = (each: number): number =>
    Math.max(...done.filter((one) => one.owner === each).map(({ atMs }) => atMs));
  const untilMs = Math.min(...[...owners].map(lastOf));
  const own = done.filter((each) => each.owner === owner);
  const early = done.filter(({ atMs }) => atMs <= untilMs);
  const share = (part: number, all: number): string => `${Math.round((100 * part) / all)} %`;
  return {
    drafts: own.length,
    contended: share(early.filter((each) => each.owner === owner).length, early.length),
    lastMs: Math.round(lastOf(owner)),
  };
}
