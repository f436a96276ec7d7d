import type { ModelSettings } from '../../src/domain/language-model.ts';
import { readingOf, type StubRequest, type StubScript } from '../support/stub-model.ts';

export const approved = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';
/** The timeout of a model that is slower than that, and of every other one, which must not use it up. */
export const timeoutMs = 2_000;
export const patientTimeoutMs = 30_000;

export const bothItems = (request: StubRequest): object =>
  readingOf(request, ['f_ship', 'o_mug'], { intent: 'shipping' });

/** Returns a script with a correct reading, changed by `more`. */
const reading = (more: object, items: readonly string[] = ['f_ship']): StubScript => ({
  kind: 'answer',
  with: (request) => readingOf(request, items, more),
});
const part = { text: 'do you ship to Brazil?', items: ['f_ship'] };

export interface Failing {
  readonly name: string;
  readonly script: StubScript | readonly StubScript[];
  readonly outcome: string;
  /** The exact number of calls. A failure that may be temporary is retried, twice at most. */
  readonly calls: number;
  readonly settings?: Partial<ModelSettings>;
  /** True if the model fails in its second answer, the check. */
  readonly isChecked?: true;
  /**
   * What the test's reliability model trusts: a check of the model's own items (the default), or a check of their
   * rival.
   */
  readonly believes?: 'checks' | 'rivals';
}

/** The ways in which models fail, and what a draft reports about each. */
export const failures: readonly Failing[] = [
  { name: 'never answers', script: { kind: 'silent' }, outcome: 'timeout', calls: 1 },
  {
    name: 'answers too late',
    script: { kind: 'text', text: '{}', afterMs: 3_000 },
    outcome: 'timeout',
    calls: 1,
  },
  {
    name: 'never finishes its answer',
    script: { kind: 'endless' },
    outcome: 'timeout',
    calls: 1,
  },
  { name: 'hangs up', script: { kind: 'hang-up' }, outcome: 'unreachable', calls: 2 },
  { name: 'breaks off its answer', script: { kind: 'half-answer' }, outcome: 'malformed', calls: 1 },
  {
    name: 'is overloaded',
    script: { kind: 'status', status: 429 },
    outcome: 'overloaded',
    calls: 2,
  },
  {
    name: 'fails internally',
    script: { kind: 'status', status: 500 },
    outcome: 'overloaded',
    calls: 2,
  },
  { name: 'refuses the key', script: { kind: 'status', status: 401 }, outcome: 'refused', calls: 1 },
  {
    name: 'redirects the caller',
    script: { kind: 'status', status: 302, location: 'http://127.0.0.1:9/' },
    outcome: 'unreachable',
    calls: 2,
  },
  { name: 'returns HTML', script: { kind: 'not-json' }, outcome: 'malformed', calls: 1 },
  {
    name: 'returns unrelated JSON',
    script: { kind: 'not-a-completion' },
    outcome: 'malformed',
    calls: 1,
  },
  {
    name: 'returns no choice',
    script: { kind: 'status', status: 200, body: '{"id":"x","choices":[]}' },
    outcome: 'malformed',
    calls: 1,
  },
  { name: 'returns 10 MB', script: { kind: 'huge', bytes: 10_000_000 }, outcome: 'too_large', calls: 1 },
  {
    name: 'returns 10 MB in chunks',
    script: { kind: 'huge', bytes: 10_000_000, isChunked: true },
    outcome: 'too_large',
    calls: 1,
  },
  {
    name: 'writes prose',
    script: { kind: 'text', text: 'Sure! We ship everywhere.' },
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'violates the schema',
    script: { kind: 'text', text: '{"intent":7,"parts":"f_ship"}' },
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'adds fields',
    script: {
      kind: 'text',
      text: '{"intent":"greeting","risk":"safe","courtesy":"none","parts":[],"topics":[],"send":true}',
    },
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'names an unknown intent',
    script: reading({ intent: 'shopping' }),
    outcome: 'schema',
    calls: 1,
  },
  { name: 'names an unknown risk', script: reading({ risk: 'fine' }), outcome: 'schema', calls: 1 },
  {
    name: 'names an unknown courtesy',
    script: reading({ courtesy: 'hug' }),
    outcome: 'schema',
    calls: 1,
  },
  { name: 'leaves a field out', script: reading({ topics: undefined }), outcome: 'schema', calls: 1 },
  {
    name: 'names an item that does not exist',
    script: reading({}, ['f_nothing']),
    outcome: 'schema',
    calls: 1,
  },
  { name: 'names an unapproved item', script: reading({}, ['f_secret']), outcome: 'schema', calls: 1 },
  {
    name: "names another creator's item",
    script: reading({}, ['br_f_ship']),
    outcome: 'schema',
    calls: 1,
  },
  { name: 'names an item by its text', script: reading({}, [approved]), outcome: 'schema', calls: 1 },
  {
    name: 'reads a part that is not in the message',
    script: reading({ parts: [{ ...part, text: 'can I get a refund?' }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'rewords a part',
    script: reading({ parts: [{ ...part, text: 'do you send things to Brazil?' }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'reads an empty part',
    script: reading({ parts: [{ ...part, text: '' }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'reads a part of 900 characters',
    script: reading({ parts: [{ ...part, text: 'ship '.repeat(180) }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'reads 100 parts',
    script: reading({ parts: Array.from({ length: 100 }, () => part) }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'names 100 items for a part',
    script: reading({ parts: [{ ...part, items: Array.from({ length: 100 }, () => 'f_ship') }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'adds a reply to its parts',
    script: reading({ parts: [{ ...part, reply: 'Sure!' }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'answers with the form of a wording',
    script: { kind: 'answer', with: () => ({ reply: approved, usedItems: ['f_ship'], risk: 'safe' }) },
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'answers with a list',
    script: { kind: 'answer', with: (request: StubRequest) => [readingOf(request, ['f_ship'])] },
    outcome: 'schema',
    calls: 1,
  },
  { name: 'answers with nothing', script: { kind: 'text', text: '' }, outcome: 'schema', calls: 1 },
  {
    name: 'answers with out-of-range numbers',
    script: reading({ risk: 1e300 }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'hides a NUL in a part',
    script: reading({ parts: [{ ...part, text: 'do you ship\u0000 to Brazil?' }] }),
    outcome: 'schema',
    calls: 1,
  },
  {
    name: 'exceeds the input budget',
    script: reading({}),
    outcome: 'too_long',
    calls: 0,
    settings: { maxInputTokens: 200 },
  },
];
