import type { Fact, Offer, Persona } from '../../domain/persona.ts';
import type { PhraseKind } from '../../drafting/answer/judge-phrases.ts';
import { enoughPhrases, phraseBounds, phraseKinds, taughtItems } from './taught-items.ts';

/** The part of a request that concerns one item. */
export interface WantedItem {
  readonly item: Fact | Offer;
  readonly wanted: Readonly<Record<PhraseKind, number>>;
}

/** The items to write phrases for, and the items that only give context. */
export interface TeachingNeed {
  readonly wanted: readonly WantedItem[];
  readonly enough: readonly (Fact | Offer)[];
}

/** The schema that a model's answer must match; its name is `teaching`. */
export const teachingSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          aliases: { type: 'array', items: { type: 'string' } },
          nearMisses: { type: 'array', items: { type: 'string' } },
        },
        required: ['id', 'aliases', 'nearMisses'],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
  additionalProperties: false,
} as const;

/**
 * Returns what a persona's approved items still need. `counts` returns how many phrases of a kind an item has,
 * including waiting ones. Skips items that have ended by `now`.
 */
export function teachingNeed(
  persona: Persona,
  counts: (itemId: string, kind: PhraseKind) => number,
  now: number,
): TeachingNeed {
  const usable = taughtItems(persona).filter((item) => item.approved !== false && !isOver(item, now));
  const entries = usable.map((item) => {
    const lacking = (kind: PhraseKind): number => Math.max(0, enoughPhrases[kind] - counts(item.id, kind));
    return { item, wanted: { alias: lacking('alias'), near_miss: lacking('near_miss') } };
  });
  const isWanted = ({ wanted }: WantedItem): boolean => phraseKinds.some((kind) => wanted[kind] > 0);
  return {
    wanted: entries.filter(isWanted),
    enough: entries.filter((entry) => !isWanted(entry)).map(({ item }) => item),
  };
}

function isOver(item: Fact | Offer, now: number): boolean {
  const end = 'name' in item ? item.endsAt : item.validUntil;
  return end !== undefined && Date.parse(end) <= now;
}

/**
 * Writes one self-contained request for any chat assistant, as plain text. It contains approved texts, but no phrases.
 */
export function teachingRequest(
  { displayName, persona }: { readonly displayName: string; readonly persona: Persona },
  { wanted, enough }: TeachingNeed,
): string {
  return [
    `${displayName} answers messages from fans and customers with approved statements, called items. A small classifier finds the item that answers a message. It learns only from example phrases, so please write phrases for the items below.`,
    '',
    ...(persona.about === undefined || persona.about === '' ? [] : [`About ${displayName}: ${persona.about}`, '']),
    ...rules,
    '',
    'Items to write for, one per line: [id] (topic; how many aliases and near misses) approved text',
    ...wanted.map(({ item, wanted: number }) => lineOf(item, `${number.alias} and ${number.near_miss}`)),
    ...(enough.length === 0
      ? []
      : [
          '',
          'Items that have enough phrases already. Write nothing for them; questions that they answer belong to them:',
          ...enough.map((item) => lineOf(item, '')),
        ]),
    '',
    'Answer with JSON in this form and nothing else:',
    '{"items":[{"id":"f_ship","aliases":["…"],"nearMisses":["…"]}]}',
    'Keep the ids as they are. If the answer gets too long, end it after a complete item. Continue in the same form in the next message when I ask you to.',
  ].join('\n');
}

/**
 * Writes the instructions for a model, which writes phrases for a few items at a time. The items in `others` only give
 * context.
 */
export function teachingInstructions(
  about: { readonly displayName: string; readonly persona: Persona },
  wanted: readonly WantedItem[],
  others: readonly (Fact | Offer)[],
  maxCharacters: number,
): string {
  const enough: (Fact | Offer)[] = [];
  let length = teachingRequest(about, { wanted, enough: [] }).length;
  for (const other of others) {
    length += lineOf(other, '').length + 1;
    if (length > maxCharacters) break;
    enough.push(other);
  }
  return teachingRequest(about, { wanted, enough });
}

const rules = [
  'For each item write two lists.',
  '"aliases": messages, or the asking part of one, that a stranger could send and that this item alone answers completely.',
  '"nearMisses": messages that look like questions for this item, with the same subject and some of its words, but that neither this item nor any other one answers: another place, size, date, person or product than the text speaks of; a detail beyond it; a demand, a problem or a request for an exception.',
  '',
  'What makes them good. Variety of words is everything:',
  '- Write as people write in a real inbox: mostly lower case and casual, some tidy, some with slips and text-speak; 3 to 25 words, most 6 to 14, some of two or three words, some that begin with a little story.',
  "- At most a third may use the item's own key words. A third asks with other words: synonyms, everyday words, what the person worries about. A third is indirect: the person says what their situation is and asks what that means.",
  '- Ask for every separate thing that the item answers: place, time, price, size, whether, why, how; also one at a time, and for values that the text clearly covers, such as a city in a country that it names.',
  '- Speak for different people: parents, gift givers, beginners, experts, returning customers, people abroad, older people, teenagers.',
  '- No two phrases of an item may be alike but for a swapped name or a filler. Begin sentences in different ways. Never give one phrase to two items: it belongs to the one that answers it best.',
  '- An alias asks for nothing that the text does not answer, and names no other value than the text covers.',
  `- No full names of persons, addresses, e-mail addresses, phone or order numbers; no threats, nothing sexual, no self-harm. Plain text, at most 300 characters each, at most ${phraseBounds.alias} aliases and ${phraseBounds.near_miss} near misses an item.`,
];

function lineOf(item: Fact | Offer, wanted: string): string {
  const name = 'name' in item ? item.name : '';
  const label = [item.topic ?? '', wanted].filter((part) => part !== '').join('; ');
  const price = 'name' in item && item.price !== undefined && !item.text.includes(item.price) ? ` (${item.price})` : '';
  const text = `${name === '' || item.text.includes(name) ? '' : `${name}: `}${item.text}${price}`;
  return `[${item.id}]${label === '' ? '' : ` (${label})`} ${text.replace(/\s+/g, ' ')}`;
}
