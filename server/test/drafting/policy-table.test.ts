import { expect, test } from 'vitest';
import { hazardIntents, intents, intentWords } from '../../src/domain/intents.ts';
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
  expect(intents.filter((intent) => Object.values(intentWords[intent]).includes(''))).toEqual([]);
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

test('exactly the hazards block a message, whatever else is in it, and only greetings and praise carry no risk', () => {
  const withRisk = (wanted: string) => rows.filter(({ risk }) => risk === wanted).map(({ intent }) => intent);
  expect(withRisk('blocked').toSorted()).toEqual(hazardIntents.toSorted());
  expect(withRisk('safe')).toEqual(['greeting', 'praise']);
});

test("the creator's own matters are never automatic, nor is an intent that the table does not contain", () => {
  const creators = ['order_status', 'collaboration', 'identity', 'complaint', 'advice', 'opt_out', 'unclear'] as const;
  for (const intent of [...creators, ...hazardIntents]) expect(mayBeAutomatic(intent), intent).toBe(false);
  for (const intent of ['greeting', 'refund', 'shipping'] as const) expect(mayBeAutomatic(intent), intent).toBe(true);
  const unknown = policyFor('unheard_of' as never); // a value that a later version might add
  expect(acts.map((act) => unknown[act])).toEqual(['never', 'never', 'never', 'never']);
  expect([unknown.intent, unknown.risk]).toEqual(['unheard_of', 'review']);
});
