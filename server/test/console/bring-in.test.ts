import { expect, test } from 'vitest';
import { proposeItems } from '../../src/admin/console/bring-in/propose-items.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startConsoleWorld } from './support/console-world.ts';

const texts = (text: string) =>
  proposeItems(text, []).items.map(({ fact, offer, phrase }) =>
    fact !== undefined
      ? ['fact', ...(fact.aliases ?? []), fact.text]
      : [offer?.price ?? phrase?.use, (offer ?? phrase)?.text],
  );

test('questions with their answers become facts, however the list is written', () => {
  const wanted = [
    ['fact', 'Do you ship abroad?', 'I ship everywhere from Lisbon.'],
    ['fact', 'Do you take commissions?', 'I take six a month. The list is open.'],
  ];
  for (const text of [
    'Do you ship abroad?\nI ship everywhere from Lisbon.\nDo you take commissions?\nI take six a month.\nThe list is open.',
    'Do you ship abroad?\n\nI ship everywhere from Lisbon.\n\nDo you take commissions?\n\nI take six a month.\n\nThe list is open.',
    'Q: Do you ship abroad?\nA: I ship everywhere from Lisbon.\nQ: Do you take commissions?\nA: I take six a month. The list is open.',
    '1. Do you ship abroad? I ship everywhere from Lisbon.\n2. Do you take commissions? I take six a month. The list is open.',
    '## Do you ship abroad?\r\n> I ship everywhere from Lisbon.\r\n\r\n**Do you take commissions?**\r\n- I take six a month.\r\n- The list is open.',
    'Do you ship abroad?\tI ship everywhere from Lisbon.\nDo you take commissions?\tI take six a month. The list is open.',
  ])
    expect(texts(text)).toEqual(wanted);
});

test('a short line directly below a question is its answer, and anywhere else it is a heading', () => {
  expect(texts('Do you take returns?\n30 days\n\nDo you ship?\nEurope only\nHow long does it take?\nA week')).toEqual([
    ['fact', 'Do you take returns?', '30 days'],
    ['fact', 'Do you ship?', 'Europe only'],
    ['fact', 'How long does it take?', 'A week'],
  ]);
  expect(texts('Do you take returns?\n30 days\n\nMoon mug – €38\nWheel class – €65')).toEqual([
    ['fact', 'Do you take returns?', '30 days'],
    ['€38', 'Moon mug – €38.'],
    ['€65', 'Wheel class – €65.'],
  ]);
  const { unanswered } = proposeItems('What is your favourite glaze?\n\nPrices\n\nMoon mug – €38', []);
  expect(unanswered).toEqual(['What is your favourite glaze?']);
});

test('a question without an answer proposes nothing, and is listed', () => {
  const found = proposeItems('What is your favourite glaze?\n\nDo you ship?\nI ship everywhere.', []);
  expect(found.items).toHaveLength(1);
  expect(found.unanswered).toEqual(['What is your favourite glaze?']);
});

test("past replies give facts and short courtesies, and no greeting with someone else's name", () => {
  expect(
    texts(
      'Fan: do you ship to brazil?\nMe: Hey Maria! I ship worldwide. xx Aurora\nFan: got a cat\nMe: Let me check and get back to you!',
    ),
  ).toEqual([
    ['fact', 'do you ship to brazil?', 'I ship worldwide.'],
    ['greeting', 'Hey!'],
    ['signoff', 'xx Aurora'],
    ['holding', 'Let me check and get back to you!'],
  ]);
});

test("a page's text gives its statements and prices, without its navigation", () => {
  expect(
    texts(
      'About me\nI make mugs in a small studio in Lisbon. They are dishwasher safe. Accept all cookies.\nHome | Shop | © 2026\n- Moon mug – €38\nWheel classes cost 45 euros. https://aurora.example/class',
    ),
  ).toEqual([
    ['fact', 'I make mugs in a small studio in Lisbon. They are dishwasher safe.'],
    ['€38', 'Moon mug – €38.'],
    ['45 euros', 'Wheel classes cost 45 euros.'],
  ]);
});

test('nothing is proposed that the text does not say, that occurs twice, or that no fact may contain', () => {
  const long = `Is it long?\n${'I fire the kiln on Mondays and glaze on Fridays. '.repeat(60)}`;
  const text = `Do you ship?\nI ship worldwide.\n\nShipping?\nI SHIP worldwide!\n\n${long}`;
  for (const { fact } of proposeItems(text, []).items) {
    expect(text).toContain(fact?.text ?? 'an offer or phrase');
    expect(fact?.text.length).toBeLessThanOrEqual(1_000);
  }
  expect(proposeItems(text, ['I ship worldwide']).items).toHaveLength(1);
  for (const odd of ['', '?', '\u0000\n\n???', '€'.repeat(500), 'a'.repeat(60_000), '- \n'.repeat(20_000)])
    expect(proposeItems(odd, []).items).toEqual([]);
});

onEachStore('a proposal from a text is stored only if somebody approves it', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const { items } = await owner.run('proposeItems', place, { text: 'Do you gift wrap?\nI wrap every piece for free.' });
  expect(items).toEqual([
    { fact: { text: 'I wrap every piece for free.', aliases: ['Do you gift wrap?'], approved: true } },
  ]);
  expect(await owner.run('readDraft', place)).toMatchObject({ version: 0, unpublishedChanges: 0 });
  const [item] = items;
  await owner.run('saveItem', place, { version: 0, ...item });
  expect(await owner.run('readDraft', place)).toMatchObject({ version: 1, unpublishedChanges: 1 });
});
