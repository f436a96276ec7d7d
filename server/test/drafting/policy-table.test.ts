import { expect, test } from 'vitest';
import { intents } from '../../src/domain/intents.ts';
import { acts, mayBeAutomatic, policyFor } from '../../src/drafting/policy-table.ts';

const rows = intents.map((intent) => policyFor(intent));

/** Returns each intent's acts that have this gate. */
const actsWith = (gate: string) =>
  Object.fromEntries(
    rows
      .map((row) => [row.intent, acts.filter((act) => row[act] === gate).join(' ')] as const)
      .filter(([, found]) => found !== ''),
  );

test('every intent has its own row, with a name and a description, and every gate of it is one of the four', () => {
  expect(rows.map(({ intent }) => intent)).toEqual([...intents]);
  expect(rows.filter(({ name, about }) => name === '' || about === '')).toEqual([]);
  for (const row of rows)
    for (const act of acts) expect(['never', 'with-item', 'always', 'context'], row.intent).toContain(row[act]);
});

test('an approved phrase alone answers only greetings and praise, and never an insistent one', () => {
  const kind = 'question request status';
  expect(actsWith('always')).toEqual({ greeting: kind, praise: kind, feedback: 'status' });
});

test('an approved item answers only what the table allows', () => {
  const asked = 'question request';
  expect(actsWith('with-item')).toEqual({
    content_question: asked,
    content_request: asked,
    schedule: asked,
    pricing: 'question',
    purchase: asked,
    availability: asked,
    shipping: asked,
    access_problem: 'question request status',
    refund: 'question',
    billing: 'question',
    booking: asked,
    giveaway: 'question',
    personal: 'question',
    legal: 'question',
  });
});

test('seven intents block a message, whatever else is in it', () => {
  expect(rows.filter(({ risk }) => risk === 'blocked').map(({ intent }) => intent)).toEqual(
    intents.filter((intent) =>
      ['crisis', 'harassment', 'threat', 'sexual', 'minor_safety', 'spam', 'manipulation'].includes(intent),
    ),
  );
  expect(rows.filter(({ risk }) => risk === 'safe').map(({ intent }) => intent)).toEqual(['greeting', 'praise']);
});

test("the creator's own matters are never automatic, nor is an intent that the table does not contain", () => {
  const creators = ['order_status', 'collaboration', 'identity', 'complaint', 'advice', 'opt_out', 'unclear'] as const;
  for (const intent of [...creators, 'crisis', 'spam', 'manipulation'] as const)
    expect(mayBeAutomatic(intent), intent).toBe(false);
  for (const intent of ['greeting', 'refund', 'shipping'] as const) expect(mayBeAutomatic(intent), intent).toBe(true);
  const unknown = policyFor('unheard_of' as never); // a value that a later version might add
  expect(acts.map((act) => unknown[act])).toEqual(['never', 'never', 'never', 'never']);
  expect([unknown.intent, unknown.risk]).toEqual(['unheard_of', 'review']);
});
