import { expect } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { teachingOf } from '../../src/drafting/answer/teaching.ts';
import type { Store } from '../../src/store/port.ts';
import { teachingHashOf } from '../../src/teaching/persona-hash.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { leastLongestStall } from './support/longest-stall.ts';
import { bring, eventually, openShelf, place, soon, type TestShelf } from './support/shelf-world.ts';
import { taughtPersona } from './support/taught-persona.ts';

const persona = taughtPersona({ items: 5, phrases: 8, nearMisses: 2 });
const [first, ...others] = persona.facts;
const changed: Persona = { facts: [{ ...first, id: 'f_0', text: 'It is different now.' }, ...others] };
const of = (state: Persona) => ({ ...place, persona: state });
const itemHashes = (state: Persona) => teachingOf(state).map(({ id, hash }) => ({ id, hash }));

onEachStore(
  'another process and a restarted one use what was trained, within 30 ms and without training',
  async (harness) => {
    const { store, openAt } = await harness.openFresh();
    const taught = taughtPersona({ items: 40, phrases: 80 });
    await bring(store, taught);
    expect(await openShelf(store).teach(of(taught))).toBe('taught');
    // The machine may be busy a few times, but hardly always.
    const tries: { readonly other: TestShelf; readonly tookMs: number }[] = [];
    while (tries.length < 2 || (tries.length < 12 && Math.min(...tries.map(({ tookMs }) => tookMs)) > 30)) {
      const other = openShelf(await openAt(0));
      const before = performance.now();
      const classifier = await other.get(of(taught));
      tries.push({ other, tookMs: performance.now() - before });
      expect(classifier?.items).toMatchObject(itemHashes(taught));
      expect(other.counts).toEqual({ loads: 1, trainings: 0 });
    }
    expect(Math.min(...tries.map(({ tookMs }) => tookMs))).toBeLessThanOrEqual(30);
    // The following reads neither load nor wait.
    for (const { other } of tries) {
      expect(other.get(of(taught))).toMatchObject({ items: itemHashes(taught) });
      expect(other.counts.loads).toBe(1);
    }
  },
);

onEachStore(
  'an item that changed counts as untaught until it is trained, and the others stay taught',
  async (harness) => {
    const { store } = await harness.openFresh();
    await bring(store, persona);
    const shelf = openShelf(store);
    await shelf.teach(of(persona));
    await bring(store, changed);
    const stale = await shelf.get(of(changed));
    const known = new Map(stale?.items.map(({ id, hash }) => [id, hash]));
    const fits = itemHashes(changed).map(({ id, hash }) => known.get(id) === hash);
    expect(fits).toEqual([false, true, true, true, true]);
    await shelf.teach(of(changed));
    expect((await shelf.get(of(changed)))?.items).toMatchObject(itemHashes(changed));
  },
);

onEachStore('a classifier that does not fit is looked for again once a second at most', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  await bring(store, persona);
  let nowMs = 1_000_000;
  const shelf = openShelf(store, { now: () => nowMs });
  for (let draft = 0; draft < 50; draft += 1) expect(await shelf.get(of(persona))).toBeNull();
  expect(shelf.counts.loads).toBe(1);
  await openShelf(await openAt(0)).teach(of(persona));
  expect(await shelf.get(of(persona))).toBeNull();
  nowMs += 1_001;
  expect((await shelf.get(of(persona)))?.items).toMatchObject(itemHashes(persona));
  expect(shelf.counts).toEqual({ loads: 2, trainings: 0 });
});

onEachStore('drafts that come together wait for one load', async (harness) => {
  const { store } = await harness.openFresh();
  await bring(store, persona);
  await openShelf(store).teach(of(persona));
  const shelf = openShelf(store);
  const given = await Promise.all(Array.from({ length: 20 }, () => shelf.get(of(persona))));
  expect(new Set(given).size).toBe(1);
  expect(given[0]).not.toBeNull();
  expect(shelf.counts.loads).toBe(1);
});

onEachStore('a classifier that is missing or outdated for long is trained by the serving process', async (harness) => {
  const { store } = await harness.openFresh();
  await bring(store, persona);
  const shelf = openShelf(store, { patience: soon });
  expect(await shelf.get(of(persona))).toBeNull();
  await eventually(
    () => storedHash(store),
    (hash) => hash === teachingHashOf(persona),
  );
  // The store has the classifier shortly before the process that trained it has it in memory.
  const classifier = await eventually(
    () => shelf.get(of(persona)),
    (found) => found !== null,
  );
  expect(classifier?.items).toMatchObject(itemHashes(persona));
  // This is like an import that could not train.
  await bring(store, changed);
  await shelf.get(of(changed));
  await eventually(
    () => storedHash(store),
    (hash) => hash === teachingHashOf(changed),
  );
  expect(shelf.counts.trainings).toBe(2);
  expect(shelf.logLines).toEqual([]);
});

onEachStore(
  'a training that fails leaves the old classifier in use, is reported once and tried again ever later',
  async (harness) => {
    const { store } = await harness.openFresh();
    await bring(store, persona);
    await openShelf(store).teach(of(persona));
    await bring(store, changed);
    let attempts = 0;
    const broken = {
      inTurn: async () => {
        attempts += 1;
        throw new RangeError('of the persona: its text');
      },
      close: async () => {},
    };
    let nowMs = 0;
    const shelf = openShelf(store, { patience: soon, trainer: broken, now: () => (nowMs += 2_000) });
    await eventually(
      async () => {
        expect((await shelf.get(of(changed)))?.items).toMatchObject(itemHashes(persona));
        return attempts;
      },
      (count) => count >= 4,
    );
    expect(shelf.logLines).toHaveLength(1);
    expect(JSON.parse(shelf.logLines[0] ?? '')).toMatchObject({ level: 'warn', ...place, reason: 'RangeError' });
    expect(shelf.logLines[0]).not.toContain('its text');
  },
);

onEachStore(
  'a stored classifier that cannot be read is no hindrance: it is trained again, though its hash fits',
  async (harness) => {
    const { store } = await harness.openFresh();
    await bring(store, persona);
    const hash = teachingHashOf(persona);
    await store.keepClassifier({ ...place, hash, bytes: new Uint8Array([1, 2, 3]) });
    const shelf = openShelf(store, { patience: soon });
    expect(await shelf.get(of(persona))).toBeNull();
    const classifier = await eventually(
      () => shelf.get(of(persona)),
      (found) => found !== null,
    );
    expect(classifier?.items).toMatchObject(itemHashes(persona));
    expect((await store.classifier(place))?.bytes.length).toBeGreaterThan(1_000);
  },
);

onEachStore(
  'the classifier of a draft stays in memory, and publishing the draft stores it without training again',
  async (harness) => {
    const { store } = await harness.openFresh();
    await bring(store, persona);
    const shelf = openShelf(store);
    await shelf.teach(of(persona));
    const [one, other] = await Promise.all([shelf.ofDraft(of(changed)), shelf.ofDraft(of(changed))]);
    expect(one).toBe(other);
    expect(one?.items).toMatchObject(itemHashes(changed));
    expect(await storedHash(store)).toBe(teachingHashOf(persona));
    expect((await shelf.get(of(persona)))?.items).toMatchObject(itemHashes(persona));
    await bring(store, changed);
    expect(await shelf.teach(of(changed))).toBe('taught');
    expect(await storedHash(store)).toBe(teachingHashOf(changed));
    expect(shelf.counts.trainings).toBe(2);
  },
);

onEachStore('while the store is unavailable, drafts use the classifiers in memory', async (harness) => {
  const { store } = await harness.openFresh();
  await bring(store, persona);
  let isDown = false;
  const failing: Store = {
    ...store,
    classifier: (input) => (isDown ? Promise.reject(new Error('down')) : store.classifier(input)),
  };
  const shelf = openShelf(failing);
  await shelf.teach(of(persona));
  isDown = true;
  expect((await shelf.get(of(changed)))?.items).toMatchObject(itemHashes(persona));
  expect(await openShelf(failing).get(of(persona))).toBeNull();
});

onEachStore(
  'many profiles in turn take no more memory than is allowed, and no draft holds up the others',
  async (harness) => {
    const { store } = await harness.openFresh();
    const places = Array.from({ length: 12 }, (_, index) => ({ ...place, profileId: `prof_${index}` }));
    const teacher = openShelf(store);
    const taught = taughtPersona({ items: 20, phrases: 20 });
    for (const each of places) await bring(store, taught, each);
    await teacher.teach({ ...place, profileId: 'prof_0', persona: taught });
    const stored = await store.classifier({ ...place, profileId: 'prof_0' });
    if (stored === null) throw new Error('nothing was stored');
    for (const each of places) await store.keepClassifier({ ...each, ...stored });
    const size = (await teacher.get({ ...place, profileId: 'prof_0', persona: taught }))?.sizeBytes ?? 0;
    const fitting = Math.floor(1_048_576 / (size + 300));
    expect(fitting).toBeGreaterThan(1);
    expect(fitting).toBeLessThan(12);
    const shelf = openShelf(store, { memoryMb: 1 });
    const round = async (some: typeof places) => {
      const before = shelf.counts.loads;
      for (const each of some) expect(await shelf.get({ ...each, persona: taught })).not.toBeNull();
      return shelf.counts.loads - before;
    };
    const { stallMs } = await leastLongestStall(20, () => round(places));
    expect(stallMs).toBeLessThanOrEqual(20);
    expect(await round(places)).toBe(12);
    // The most recently used ones are kept.
    expect(await round(places.slice(-fitting))).toBe(0);
  },
);

async function storedHash(store: Store): Promise<string | null> {
  return (await store.classifier(place))?.hash ?? null;
}
