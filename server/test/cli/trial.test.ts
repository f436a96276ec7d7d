import { expect, onTestFinished, test } from 'vitest';
import type { ProposalOutcome } from '../../src/domain/autonomy.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import { openStore } from '../../src/store/open-store.ts';
import { serveInside } from '../support/service-inside.ts';
import { storeClassifier } from '../support/taught-at-once.ts';
import { sampleWorkspace } from '../support/world.ts';
import { onBothStores, type Place } from './support/places.ts';
import { runInside } from './support/understudy.ts';

const workspaceId = 'ws_trial';
const profileId = 'prof_aurora';
/** A message, how often it arrives, and what the creator does with each reply. */
interface Letters {
  readonly message: string;
  readonly count: number;
  does(at: number): ProposalOutcome;
}

const shipping: Letters = { message: 'do you ship to Brazil?', count: 130, does: () => 'unchanged' };
/** The creator changes two in five of its replies. */
const mug: Letters = {
  message: 'how much is the moon mug?',
  count: 50,
  does: (at) => (['unchanged', 'edited', 'unchanged', 'rejected', 'unchanged'] as const)[at % 5] ?? 'unchanged',
};
/** No item answers it. */
const complaint: Letters = {
  message: 'I am really angry, you never answer',
  count: 20,
  does: () => 'rejected',
};

onBothStores((fresh) => {
  test('a trial of 200 messages shows how many would have been answered and changed; then autonomy is turned on, and a changed item is only proposed again', {
    timeout: 300_000,
  }, async () => {
    const place = await fresh();
    const store = await openStore(locationOf(place), { role: 'tool' });
    onTestFinished(() => store.close());
    const entry = { ...sampleWorkspace(workspaceId), drafting: { autonomy: 'off' as const } };
    await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
    await storeClassifier(store, { workspaceId, profileId });
    const { key, hash } = createApiKey();
    const scopes = ['replies:write', 'usage:read'] as const;
    await store.createKey({ keyId: 'key_trial', keyHash: hash, workspaceId, name: 'trial', scopes, lifetimeMs: null });
    const service = await serveInside(place);
    onTestFinished(async () => void (await service.stop()));
    const command = async (...args: string[]) => {
      const ended = await runInside(['autonomy', ...args, '--workspace', workspaceId], place);
      expect(ended.stderr).toBe('');
      return ended;
    };
    const draft = async (message: string, idempotencyKey: string) => {
      const response = await fetch(`${service.url}/api/v1/agent/draft`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({ profileId, message }),
      });
      const { decision } = JSON.parse(await response.text());
      return decision;
    };

    let at = 0;
    /** Drafts a message as often as it arrives, and records what the creator does with each draft. */
    const play = async ({ message, count, does }: Letters, atOnce = 1) => {
      const open = Array.from({ length: count }, (_, place) => does(place)).values();
      const creator = async () => {
        for (const outcome of open) {
          at += 1;
          const idempotencyKey = `trial-draft-${at}`;
          const { riskLevel } = await draft(message, idempotencyKey);
          expect(riskLevel, 'with autonomy off, everything is a proposal').toBe('review');
          await store.recordOutcome({ workspaceId, idempotencyKey, outcome });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, creator));
    };
    await play(shipping, 8);
    await play(complaint, 8);
    await play(mug);

    // The seventh reply about the mug is the third that was changed. After that, the item's record withholds it.
    const ofMug = 7;
    const automatic = shipping.count + ofMug;
    const report = await command('show');
    expect(report.stdout).toContain(`69 % of 200 drafts would have been answered; creators changed 3 of ${automatic}`);
    expect(report.stdout).toMatch(
      /o_mug: proposed 50, used unchanged 30, edited 10, rejected 10 {2}only proposed until it is changed or released/,
    );
    expect(report.stdout).toMatch(/f_ship: proposed 130, used unchanged 130, edited 0, rejected 0\n/);

    const explained = async (message: string) =>
      (await runInside(['explain', message, '-w', workspaceId, '-p', profileId, '--json'], place)).json();
    expect(await explained(shipping.message), 'explain goes by the autonomy').toMatchObject({
      decision: { riskLevel: 'review' },
      trace: { reasons: expect.arrayContaining(['autonomy']) },
    });

    await command('set', 'careful');
    expect(await explained(shipping.message)).toMatchObject({ decision: { riskLevel: 'safe' } });
    expect(await explained(mug.message), 'and by the record').toMatchObject({
      decision: { riskLevel: 'review' },
      trace: { reasons: expect.arrayContaining(['withheld:o_mug']) },
    });
    expect(await draft(shipping.message, 'after-shipping')).toMatchObject({ riskLevel: 'safe' });
    expect(await draft(mug.message, 'after-mug'), 'taken back by its record').toMatchObject({ riskLevel: 'review' });
    await command('release', '--profile', profileId, '--item', 'o_mug');
    expect(await draft(mug.message, 'after-release')).toMatchObject({ riskLevel: 'safe' });
    // Four changed replies in a row withdraw an item while autonomy is on.
    for (const at of [1, 2, 3, 4]) {
      await draft(mug.message, `edited-${at}`);
      await command('record', '--key', `edited-${at}`, '--outcome', 'edited');
    }
    expect(await draft(mug.message, 'after-edits')).toMatchObject({ riskLevel: 'review' });
    expect((await command('show', '--json')).json()).toMatchObject({
      autonomy: 'careful',
      trials: [{ drafts: 200, automatic, unchanged: automatic - 3, edited: 2, rejected: 1 }],
    });
    expect(await service.stop()).toBe(0);
  });
});

function locationOf({ DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir = '' }: Place) {
  return url === undefined ? ({ kind: 'sqlite', dataDir } as const) : ({ kind: 'postgres', url, poolSize: 2 } as const);
}
