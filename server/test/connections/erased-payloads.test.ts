import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { onBothStores, type Place } from '../cli/support/places.ts';
import { openInbox, received } from './support/open-inbox.ts';
import { postHook } from './support/signed.ts';

onBothStores((fresh) => {
  test('an erasure removes unreadable payloads, because it is unknown whose words they contain', async () => {
    const { place, take, hook, secret, command } = await openInbox(fresh, '--keep-unreadable');
    const store = await openStore(locationOf(place), { role: 'tool' });
    onTestFinished(() => store.close());
    const unreadable = { events: [{ id: 'e1', type: 'message.received', body: 'my secret address', contact: '@t7' }] };
    const deliver = async (id: string) => {
      const { body } = await postHook(hook, { events: [{ ...unreadable.events[0], id }] }, { secret });
      expect(body.results).toEqual([{ id, outcome: 'unreadable' }]);
    };
    await take(received('m1', 'hello'));
    await deliver('e1');
    expect(await store.forgetPayloads({ workspaceId: 'ws_inbox' }), 'the connection keeps them').toBe(1);
    await deliver('e2');
    const rehearsed = await command('contacts', 'erase', '--contact', '@t7', '--dry-run');
    expect(rehearsed.code, rehearsed.stderr).toBe(0);
    await deliver('e3');
    const erased = await command('contacts', 'erase', '--contact', '@t7');
    expect([erased.code, erased.json().removed.conversations], erased.stderr).toEqual([0, 1]);
    expect(await store.forgetPayloads({ workspaceId: 'ws_inbox' })).toBe(0);
  });
});

function locationOf({ DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir = '' }: Place) {
  return url === undefined ? ({ kind: 'sqlite', dataDir } as const) : ({ kind: 'postgres', url, poolSize: 2 } as const);
}
