import { ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';

/**
 * Small words that turn a question into another one: an item that does not turn the same way answers something else. "What camera
 * did you use **before**?" is no question about today's camera.
 */
const table = {
  past: ['was|were|did|had|ive|weve|didnt|wasnt'],
  earlier: [
    'before|ago|previous|previously|formerly|originally|earlier|yesterday|recently|lately',
    'used to',
    'back then',
    'back in',
    'the|your|our|my last|first|very',
    'your old|former',
    'last year|month|week|time|season|term|summer|winter|spring|autumn|fall|night|sunday|monday|tuesday|wednesday|thursday|friday|saturday',
  ],
  later: [
    'next year|month|season|summer|winter|spring|autumn|fall|time|round',
    'in the future',
    'one day',
    'go|goes|going|gone up|down',
    'later|eventually|soon|anymore|longer',
  ],
  not: [
    'not|never|dont|doesnt|didnt|cant|cannot|couldnt|wont|wouldnt|isnt|arent|wasnt|shouldnt|havent|hasnt|without|nothing|nobody|none|neither|nor|except|besides|rather|hardly|barely|unless',
    'no one|longer|way|reason',
    'other|rather than',
    'apart from',
    'anything but',
    'instead',
  ],
  again: [
    'again|still|already|since|twice|anyway|after',
    'second|third|fourth|fifth|next|last time',
    'times|weeks|days|months ago|now',
    'everyone|everybody|anyone|somebody|someone|who|what else',
    'others|theirs',
  ],
  who: ['who|whos|whose|whom', 'which|what ~1 people|person|children|kids|students|members|customers|fans|men|women'],
  other: ['other|another|else|different|instead|similar', 'the rest'],
  amount: ['both|several|few|extra|double|half|pair|couple|single', 'more than|of|if', 'only|just one|two'],
  off: ['off', 'for less|nothing'],
  condition: [
    'if|while|because|cause|once|unless|whenever|though|although|so|where|when i|im|ive|we|he|she|they|theyre|my|our|someone|somebody|nobody|everyone|people|no',
    'if you|youre|your|the|a|it|its',
    'because|while|although|though|despite|whether',
    'in case',
  ],
  towards: [
    'at|on|over|near|against|behind|inside|in|under|next|around|off you|me|us|him|her|them|myself|yourself',
    'come|go|get|be|stop over|round|by|inside|along|near|close',
    'to give|leave|lose|look|feel|hold|watch|keep|go|hide|stop|end|stay',
    'to|for you|your $',
  ],
  whereabouts: [
    'you|u are|r ~1 out|away|alone|asleep|gone|home|there|here|off',
    'youre ~1 out|away|alone|asleep|gone|home|there|here|off',
    'are|r you|u ~1 out|away|alone|asleep|gone|home|there|here',
  ],
  third: ['he|she|him|her|his|hes|shes|himself|herself'],
  all: ['too much', 'all of it|them', 'the whole|entire', 'at once', 'too many'],
  income: [
    'cost|costs you|u|them|him|her',
    'how much|many ~3 you|they|he|she|u|we make|earn|get|sell|spend|owe|pay|have',
  ],
} as const;

export type Turn = keyof typeof table;

const book = ruleBook(
  Object.entries(table).flatMap(([id, patterns]) => patterns.map((pattern) => ({ id, pattern, weight: 1 }))),
);

/** Which ways a text turns. */
export function turnsIn(list: readonly Token[]): ReadonlySet<Turn> {
  // The ids above are the keys of the table.
  return new Set(book.find(list).map((hit) => hit.rule.id as Turn));
}

const pastForms =
  /\b(?:was|were|had|did|began|became|came|went|took|taught|got|grew|made|met|found|left|bought|built|wrote|sold|kept|gave|saw|fell|said|told|ran|sang|drew|spent|thought|knew|won|lost|[a-z]{2,}ed)\b/i;

/** Whether a text tells of something past. */
export function tellsPast(text: string): boolean {
  return pastForms.test(text);
}
