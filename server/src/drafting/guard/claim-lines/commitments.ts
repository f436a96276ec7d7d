import { readAlternatives, readLines, readWords } from '../../text/read-lexicon.ts';
import type { ClaimLine } from './claim-line.ts';

const doing = readAlternatives('claims', 'done');
const giving = new Set(readWords('claims', 'giving'));
const polite = new Set(readWords('claims', 'polite'));
const foretelling = new Set(readWords('claims', 'foretelling'));
const promised = readLines('claims', 'promised').join('|');

/**
 * Patterns for commitments in the creator's name, for statements that something was done, and for statements about the
 * writer.
 */
export const commitmentLines: readonly ClaimLine[] = [
  {
    kind: 'human',
    pattern: new RegExp(`(?<![a-z])(?:${readLines('claims', 'human').join('|')})(?![a-z])`, 'g'),
    key: () => 'human',
    shares: true,
  },
  {
    kind: 'leak',
    pattern: new RegExp(`(?<![a-z])(?:${readLines('claims', 'leak').join('|')})(?![a-z])`, 'g'),
    key: ([text]) => text,
    shares: true,
  },
  {
    kind: 'action',
    pattern: new RegExp(
      `(?<![a-z])(?:(?:i|we|the team|aurora|they)(?:'ve| have|'d| had|'m| am| was)? (?:just |already |now |also |gone ahead and |personally |been )*(?:${doing})|(?:your|the) [a-z]{2,20} (?:has been|have been|is now|was just|was|is being|has) (?:just |already |now )?(?:${doing}|on its way|confirmed)|(?:has|have) been (?:${doing})|you(?:'re| are) (?:all set|booked|in|confirmed|registered|signed up|on the list)(?![a-z])|consider it done|all sorted|it's done|all done|done and dusted|on its way)(?![a-z])`,
      'g',
    ),
    key: ([text]) => `done ${new RegExp(`(?:${doing})$`).exec(text)?.[0] ?? text}`,
    shares: true,
  },
  {
    kind: 'promise',
    pattern: new RegExp(
      `(?<![a-z])(?:(?:i'll|i will|we'll|we will|i'm going to|we're going to|i am going to|we are going to|i'd be happy to|happy to|i can|we can|i could|let me) (?:also |even |personally |gladly |happily |always |just |then |be able to )*(?<verb>[a-z]{2,14})|(?:you'll|you will|you're going to|you can expect to|you are going to) (?<yours>[a-z]{2,14})|(?:it|they|that|this|yours?|your [a-z]{2,14})(?:'ll| will) (?<its>[a-z]{2,14})|(?:i|we) (?<vow>promise|guarantee|swear|owe you|assure you|vow|commit)|(?<noun>${promised}))(?![a-z])`,
      'g',
    ),
    key: (match) => (isDenied(match) ? `not ${promiseKey(match)}` : promiseKey(match)),
    shares: true,
  },
];

/** Returns true for negated phrases, such as "we can't promise" and "no refunds". */
function isDenied({ index = 0, input = '' }: RegExpMatchArray): boolean {
  return /(?:(?<![a-z])(?:no|not|never|cannot|without)|n't)\s(?:[a-z]{1,12}\s)?$/.test(
    input.slice(Math.max(0, index - 24), index),
  );
}

/**
 * Returns a key for a promise: the verb or the promised thing, in a form that is the same for all wordings. Returns ''
 * if nothing is promised.
 */
function promiseKey({ 0: text, groups = {} }: RegExpMatchArray): string {
  const verb = groups['verb'];
  if (verb !== undefined) {
    // "I can see", "let me know" and "happy to hear" promise nothing.
    if (/^(?:i can|we can|i could|let me|happy to|i'd be)/.test(text) && !giving.has(verb)) return '';
    if (polite.has(verb) && /^(?:let me|happy)/.test(text)) return '';
    return `will ${verb}`;
  }
  const other = groups['yours'] ?? groups['its'];
  if (other !== undefined) return foretelling.has(other) ? '' : `will ${other}`;
  if (groups['vow'] !== undefined) return 'vow';
  const noun = groups['noun'] ?? text;
  if (/^(?:refund|money|reimburse)/.test(noun)) return 'refund';
  if (/^(?:promise|guarantee)/.test(noun)) return 'vow';
  return noun.replace(/[- ]/g, '').replace(/(?:ed|s|ly)$/, '');
}
