import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import type { WorkspaceDocument } from '../../src/domain/workspace-document.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { teachingHashOf } from '../../src/teaching/persona-hash.ts';
import { onBothStores, type Place } from '../cli/support/places.ts';
import { runInside, startUnderstudy, understudy } from '../cli/support/understudy.ts';
import { place } from './support/shelf-world.ts';
import { taughtPersona } from './support/taught-persona.ts';

const small = taughtPersona({ items: 3, phrases: 3 });
/** Its training takes longer than the moment within which a command shows no progress. */
const large = taughtPersona({ items: 24, phrases: 100 });

onBothStores((fresh) => {
  test('kill -9 while an import trains loses nothing: the import is stored, the old classifier stays, the next import returns once it has trained and shows its progress, and another skips classifiers that fit', async () => {
    let env = await fresh();
    let store = await open(env);
    // On a machine that stalls, the training may be over before the kill arrives; then another one is killed.
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await bringIn(env, small)).toMatchObject({ teaching: { trained: 1, unchanged: 0, failed: [] } });
      const child = startUnderstudy(['import', '-'], { env });
      const exited = once(child, 'exit');
      child.stdin.end(documentOf(large));
      let said = '';
      for await (const chunk of child.stderr) {
        said += chunk;
        if (said.includes('Teaching')) break;
      }
      child.kill('SIGKILL');
      await exited;
      if ((await store.classifier(place))?.hash !== teachingHashOf(large)) {
        expect(child.signalCode).toBe('SIGKILL');
        break;
      }
      env = await fresh();
      store = await open(env);
    }

    expect((await store.profile(place))?.persona.facts).toHaveLength(24);
    expect((await store.classifier(place))?.hash).toBe(teachingHashOf(small));

    const next = await understudy(['import', '-', '--json'], { env, input: documentOf(large) });
    expect(next.code, next.stderr).toBe(0);
    expect(next.stderr).toContain('Teaching Aurora Lane: 16 of 16 passes');
    expect(next.json().teaching).toEqual({ trained: 1, unchanged: 0, failed: [] });
    expect((await store.classifier(place))?.hash).toBe(teachingHashOf(large));

    const again = await bringIn(env, large);
    expect(again.teaching).toEqual({ trained: 0, unchanged: 1, failed: [] });
    expect(again.told).not.toContain('Teaching');
  });

  test('a dry run of an import trains nothing', async () => {
    const env = await fresh();
    const dry = await bringIn(env, large, '--dry-run');
    expect(dry.teaching).toBeNull();
    expect(dry.told).not.toContain('Teaching');
  });
});

function documentOf(persona: Persona): string {
  const profiles = [
    { id: place.profileId, displayName: 'Aurora Lane', persona },
    { id: 'prof_empty', displayName: 'Nothing to teach', persona: {} },
  ];
  const document: WorkspaceDocument = { workspaces: [{ id: place.workspaceId, name: 'A', plan: 'agency', profiles }] };
  return JSON.stringify(document);
}

/** Imports the persona. Returns the part of the result about training, and everything on standard error. */
async function bringIn(env: Place, persona: Persona, ...options: string[]) {
  const ended = await runInside(['import', '-', '--json', ...options], env, documentOf(persona));
  expect(ended.code, ended.stderr).toBe(0);
  return { teaching: ended.json().teaching, told: ended.stderr };
}

async function open({ DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir = '' }: Place): Promise<Store> {
  const location =
    url === undefined ? { kind: 'sqlite' as const, dataDir } : { kind: 'postgres' as const, url, poolSize: 1 };
  const store = await openStore(location, { role: 'tool' });
  onTestFinished(() => store.close());
  return store;
}
