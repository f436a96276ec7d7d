import type { HistoryMessage } from '../../domain/conversation.ts';
import type { Intent } from '../../domain/decision.ts';
import { everydayWords, fillerWords, grammarWords } from '../text/lexicon.ts';
import { normalise } from '../text/normalise.ts';
import { ruleBook } from '../text/patterns.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens as tokensOf } from '../text/tokens.ts';
import { scoreIntents } from '../understand/score-intents.ts';
import type { UnderstoodClause } from '../understand/understand.ts';
import { entitiesOf } from './entities.ts';
import { contentOf, type PersonaIndex } from './persona-index.ts';
import { meaningOf } from './synonyms.ts';

export interface Context {
  /** Words to be read with the clause. */
  readonly tokens: readonly Token[];
  /** The intent of the question that the clause continues; null when the clause has its own. */
  readonly intent: Intent | null;
  /** Clauses of the message that ask nothing and may say what the question is about. */
  readonly background: readonly { readonly from: number; readonly to: number }[];
}

/** A question of these is what a bare "how much is it?" behind it asks about. */
const matters = new Set<Intent>(['shipping', 'booking', 'content_question', 'purchase', 'availability', 'schedule']);
const feelings = new Set<Intent>(['greeting', 'praise']);
const pointers = new Set('it its this that these those one ones they them'.split(' '));
/** Of whom a number was said before: "my son is 8. Can he join?" */
const persons = new Set('he she him her they them his'.split(' '));
const continuing = ruleBook(
  [
    '^ and|or|what|how|wat ~1 about|to|in|for|on|from|with|as|also|the',
    '^ and|or ~1',
    '^ what about',
    '^ how about',
    '^ to|in|for ~1',
  ].map((pattern) => ({ id: 'continues', pattern, weight: 1 })),
);

/** What the clause leaves out, from the earlier clauses of the message, then from the thread, latest first. */
export function contextOf(
  index: PersonaIndex,
  list: readonly Token[],
  clauses: readonly UnderstoodClause[],
  at: number,
  history: readonly HistoryMessage[],
): Context {
  const clause = clauses[at];
  const background = clauses.filter(
    (other, place) => place !== at && !other.isAsked && other.act === 'status' && !feelings.has(other.intent),
  );
  const none: Context = { tokens: [], intent: null, background };
  if (clause === undefined) return none;
  const own = list.slice(clause.from, clause.to);
  const entities = entitiesOf(own);
  const content = contentOf(own).filter((word) => !entities.at.has(word.at) && !fillerWords.has(word.token.word));
  const earlier = clauses
    .slice(0, at)
    .reverse()
    .map((other) => list.slice(other.from, other.to));
  if (clause.intent === 'unclear' && entities.at.size > 0 && content.length === 0 && continuing.find(own).length > 0) {
    const inbound = history
      .filter((message) => message.direction === 'inbound')
      .slice(-1)
      .map((message) => tokensIn(message.body));
    for (const source of [...earlier, ...inbound]) {
      const [best] = scoreIntents(source, 0, source.length).scores;
      if (best === undefined || best.score < 3) continue;
      const named = entitiesOf(source);
      return { tokens: source.filter((_, place) => !named.at.has(place)), intent: best.intent, background };
    }
    return none;
  }
  const people = own.some((token) => persons.has(token.word))
    ? earlier.flatMap((tokens) => tokens.filter((token) => /^\d{1,2}$/.test(token.word)))
    : [];
  if (people.length > 0) return { tokens: people, intent: null, background };
  const namesOwn = content.some((word) => index.products.has(word.meaning));
  if (namesOwn || !own.some((token) => pointers.has(token.word))) return none;
  for (let before = at - 1; before >= 0; before--) {
    const other = clauses[before];
    if (other === undefined) continue;
    const named = namedThing(index, list.slice(other.from, other.to));
    if (named.length > 0) return { tokens: named, intent: null, background };
    if (matters.has(other.intent) && content.length === 0)
      return {
        tokens: list.slice(other.from, other.to).filter((token) => !pointers.has(token.word)),
        intent: null,
        background,
      };
  }
  const thread = history
    .slice(-6)
    .reverse()
    .map(({ body, direction }) => ({ source: tokensIn(body.slice(0, 1_000)), isFans: direction === 'inbound' }));
  for (const { source, isFans } of thread) {
    const named = namedThing(index, source);
    if (isFans && namesOther(index, source, named)) return none;
    if (named.length > 0) return { tokens: named, intent: null, background };
  }
  return none;
}

/** Behind these a thing is named. */
const naming = new Set('a an the your my our that this another old whole'.split(' '));

/** "I have the Moon mug. The big **teapot** is gorgeous!": the last thing that a fan's message names is no offer, and "it" may be that. */
function namesOther(index: PersonaIndex, source: readonly Token[], named: readonly Token[]): boolean {
  const last = named.reduce((latest, token) => Math.max(latest, source.indexOf(token)), -1);
  return source.some((token, at) => {
    if (at <= last || !naming.has(token.word)) return false;
    const things = source.slice(at + 1, at + 4);
    const end = things.findIndex(({ word, isEmoji }) => isEmoji || grammarWords.has(word));
    const thing = end < 0 ? things : things.slice(0, end);
    return (
      thing.some(({ forms }) => !forms.some((form) => everydayWords.has(form))) &&
      !thing.some(({ word }) => index.products.has(meaningOf(stem(word))))
    );
  });
}

/** A thread is read again for each clause and each draft: the tokens of its messages are kept by their text, up to so many. */
const mostKept = 500;
const kept = new Map<string, readonly Token[]>();

function tokensIn(body: string): readonly Token[] {
  const known = kept.get(body);
  if (known !== undefined) return known;
  const list = tokensOf(normalise(body));
  if (kept.size >= mostKept) kept.clear();
  kept.set(body, list);
  return list;
}

/** The words by which a text names one offer; of several, the longest name. */
function namedThing(index: PersonaIndex, source: readonly Token[]): readonly Token[] {
  const content = contentOf(source);
  const meanings = new Set(content.map((word) => word.meaning));
  const named = index.items
    .filter((item) => item.name.size > 0 && [...item.name].every((part) => meanings.has(part)))
    .sort((a, b) => b.name.size - a.name.size);
  const [best] = named;
  if (best === undefined) return [];
  return [...best.name].flatMap((part) => content.find((word) => word.meaning === part)?.token ?? []);
}
