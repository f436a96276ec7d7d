import { expect, test } from 'vitest';
import { runInside } from './support/understudy.ts';

interface DemoDraft {
  readonly message: string;
  readonly decision: { readonly riskLevel: string; readonly reply: string; readonly requiresCreator: boolean };
  readonly claims: readonly { readonly text: string; readonly itemId: string | null }[];
  readonly itemsUsed: readonly string[];
}

test('the demo drafts a page of messages of every risk, with intent, reply and the items that support each', async () => {
  const { code, stdout, stderr } = await runInside(['demo']);
  expect([code, stderr]).toEqual([0, '']);
  for (const level of ['safe', 'review', 'blocked'])
    expect(stdout).toMatch(new RegExp(`^${level} +[a-z_]+ · \\d+ % sure$`, 'm'));
  expect(stdout).toMatch(/^uses {7}au_\w+ \((fact|offer|\w+ phrase)/m);
  expect(stdout).toMatch(/^\d+ messages: \d+ safe, \d+ for review, \d+ blocked\.$/m);
});

test('with --json, every claim of a reply is supported by an approved item, and only safe replies may be sent', async () => {
  const drafts: DemoDraft[] = (await runInside(['demo', '--json'])).json();
  expect(new Set(drafts.map(({ decision }) => decision.riskLevel))).toEqual(new Set(['safe', 'review', 'blocked']));
  for (const { decision, claims, itemsUsed } of drafts) {
    expect(decision.requiresCreator).toBe(decision.riskLevel !== 'safe');
    for (const { text, itemId } of claims) {
      expect(decision.reply).toContain(text);
      expect(itemsUsed).toContain(itemId);
    }
  }
});

test('a message given as an argument is drafted alone, and one of invalid length is rejected with the limits', async () => {
  const one = (await runInside(['demo', 'How much is the Moon mug?', '--json'])).json();
  expect(one).toMatchObject({ profileId: 'prof_aurora', decision: { riskLevel: 'safe', requiresCreator: false } });
  expect(one.decision.reply).toContain('€38');
  const { code, stderr } = await runInside(['demo', 'x']);
  expect([code, stderr]).toEqual([1, '✗ A message must have 2 to 800 characters, but this one has 1.\n']);
});

test('colours are only used if a terminal or FORCE_COLOR wants them', async () => {
  const plain = await runInside(['demo', 'How much is the Moon mug?']);
  expect(plain.stdout).not.toContain('\u001b[');
  const forced = await runInside(['demo', 'How much is the Moon mug?'], { FORCE_COLOR: '1' });
  expect(forced.stdout).toContain('\u001b[32m');
  const refused = await runInside(['demo', 'How much is the Moon mug?'], { FORCE_COLOR: '1', NO_COLOR: '1' });
  expect(refused.stdout).toBe(plain.stdout);
});
