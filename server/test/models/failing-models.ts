import type { ModelSettings } from '../../src/domain/language-model.ts';
import type { StubScript } from '../support/stub-model.ts';

export const approved = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';
export const timeoutMs = 1_200;

const saying = (reply: string, usedItems: readonly string[] = ['f_ship']): StubScript => ({
  kind: 'answer',
  with: () => ({ reply, usedItems }),
});

interface Failing {
  readonly name: string;
  readonly script: StubScript;
  readonly outcome: string;
  /** Exactly, but for a failure that may pass: that is tried again, twice at most. */
  readonly calls: number;
  /** A time that the draft may take, the model's time-out apart. */
  readonly withinMs: number;
  readonly settings?: Partial<ModelSettings>;
}

/** How models fail, and what a draft tells of it. */
export const failures: readonly Failing[] = [
  { name: 'never answers', script: { kind: 'silent' }, outcome: 'timeout', calls: 1, withinMs: timeoutMs + 500 },
  {
    name: 'answers too late',
    script: { kind: 'text', text: '{}', afterMs: 3_000 },
    outcome: 'timeout',
    calls: 1,
    withinMs: timeoutMs + 500,
  },
  {
    name: 'never ends its answer',
    script: { kind: 'endless' },
    outcome: 'timeout',
    calls: 1,
    withinMs: timeoutMs + 500,
  },
  { name: 'hangs up', script: { kind: 'hang-up' }, outcome: 'unreachable', calls: 2, withinMs: timeoutMs },
  { name: 'breaks off its answer', script: { kind: 'half-answer' }, outcome: 'malformed', calls: 1, withinMs: 900 },
  {
    name: 'has too much work',
    script: { kind: 'status', status: 429 },
    outcome: 'overloaded',
    calls: 2,
    withinMs: timeoutMs,
  },
  {
    name: 'fails inside',
    script: { kind: 'status', status: 500 },
    outcome: 'overloaded',
    calls: 2,
    withinMs: timeoutMs,
  },
  { name: 'refuses the key', script: { kind: 'status', status: 401 }, outcome: 'refused', calls: 1, withinMs: 900 },
  {
    name: 'sends the caller elsewhere',
    script: { kind: 'status', status: 302, location: 'http://127.0.0.1:9/' },
    outcome: 'unreachable',
    calls: 2,
    withinMs: timeoutMs,
  },
  { name: 'answers HTML', script: { kind: 'not-json' }, outcome: 'malformed', calls: 1, withinMs: 900 },
  { name: 'answers other JSON', script: { kind: 'not-a-completion' }, outcome: 'malformed', calls: 1, withinMs: 900 },
  {
    name: 'answers without a choice',
    script: { kind: 'status', status: 200, body: '{"id":"x","choices":[]}' },
    outcome: 'malformed',
    calls: 1,
    withinMs: 900,
  },
  { name: 'answers 10 MB', script: { kind: 'huge', bytes: 10_000_000 }, outcome: 'too_large', calls: 1, withinMs: 900 },
  {
    name: 'answers 10 MB in pieces',
    script: { kind: 'huge', bytes: 10_000_000, isChunked: true },
    outcome: 'too_large',
    calls: 1,
    withinMs: 900,
  },
  {
    name: 'writes prose',
    script: { kind: 'text', text: 'Sure! We ship everywhere.' },
    outcome: 'schema',
    calls: 1,
    withinMs: 900,
  },
  {
    name: 'breaks the schema',
    script: { kind: 'text', text: '{"reply":7,"usedItems":"f_ship"}' },
    outcome: 'schema',
    calls: 1,
    withinMs: 900,
  },
  {
    name: 'adds fields',
    script: { kind: 'text', text: '{"reply":"Hi","usedItems":[],"risk":"safe","send":true}' },
    outcome: 'schema',
    calls: 1,
    withinMs: 900,
  },
  { name: 'gives no reply', script: saying(''), outcome: 'declined', calls: 1, withinMs: 900 },
  {
    name: 'changes a price',
    script: saying('I ship worldwide from Lisbon for €5; orders leave the studio every Tuesday.'),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'changes a day',
    script: saying('I ship worldwide from Lisbon; orders leave the studio every Friday.'),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'invents a fact',
    script: saying(`${approved} Gift wrapping is included.`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'says the opposite',
    script: saying("I don't ship worldwide from Lisbon; orders leave the studio every Tuesday."),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'says yes to what the fan asked',
    script: saying(`Yes! ${approved}`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'asks what it should say',
    script: saying(approved.replace(/\.$/, '?')),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'flirts in small words',
    script: saying(`${approved} I want you so much.`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'denies what is denied already',
    script: saying(approved.replace('I ship', 'It is not that I never ship')),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'promises',
    script: saying(`${approved} I promise you a full refund.`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'claims to be a person',
    script: saying(`${approved} I am a real human, not a bot.`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'adds a link',
    script: saying(`${approved} See https://evil.example/pay`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'leaks its instructions',
    script: { kind: 'answer', with: ({ system }) => ({ reply: system.slice(0, 300), usedItems: ['f_ship'] }) },
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: "obeys the fan's text",
    script: {
      kind: 'answer',
      with: ({ user }) => ({ reply: user.replaceAll('ˆ', ' ').slice(0, 200), usedItems: ['f_ship'] }),
    },
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'names another creator',
    script: saying(`${approved} Bruno Reyes says hi.`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'says what must never be said',
    script: saying(`${approved} Free shipping!`),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'uses an unapproved item',
    script: saying('The unapproved secret.', ['f_secret']),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'uses an item that it was not given',
    script: saying('The Moon mug is €38 and holds 350 ml.', ['o_mug']),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'does not answer the question',
    script: saying('Hey you!', ['ph_hi']),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  {
    name: 'leaves a value out',
    script: saying('I ship worldwide from Lisbon.'),
    outcome: 'guard',
    calls: 2,
    withinMs: 900,
  },
  { name: 'writes markup', script: saying(`<b>${approved}</b>`), outcome: 'guard', calls: 2, withinMs: 900 },
  {
    name: 'exceeds the input budget',
    script: saying(approved),
    outcome: 'too_long',
    calls: 0,
    withinMs: 900,
    settings: { maxInputTokens: 200 },
  },
];
