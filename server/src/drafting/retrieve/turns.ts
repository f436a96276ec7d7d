import { ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';

/**
 * Small words that turn a question into another one: an item that does not turn the same way answers something else. "What camera
 * did you use **before**?" is no question about today's camera.
 */
const deeds =
  'made|makes|make|wrote|writes|write|drew|draws|draw|painted|paints|paint|designed|designs|built|builds|composed|composes|played|plays|recorded|records|filmed|films|shot|shoots|edited|edits|printed|prints|prints|pays|pay|paid|taught|teaches|runs|leads|hosts|narrates|voices|sings|bakes|sews|knits|mixes|produced|produces|illustrated|translated|handles|handle';

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
  after: ['after'],
  again: [
    'again|still|already|since|twice|anyway',
    'second|third|fourth|fifth|next|last time',
    'times|weeks|days|months ago|now',
    'everyone|everybody|anyone|somebody|someone|who|what else',
    'others|theirs',
  ],
  doer: [`who|whos ${deeds}`],
  who: [
    'who|whos|whose|whom',
    'which ~1 people|person|children|kids|students|members|customers|fans|men|women',
    'what people|person|children|kids|students|customers|fans|men|women',
  ],
  other: ['other|another|else|different|instead|similar', 'the rest'],
  amount: ['both|several|few|double|half|pair|couple', 'more than|of|if', 'only|just one|two'],
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
    'how much|many ~3 you|they|he|she|u make|earn|get|sell|spend|owe|pay|have',
    'how much|many ~3 we make|earn|sell|spend|owe',
  ],
} as const;

export type Turn = keyof typeof table;

/** What an item may say instead, to turn the same way. */
const replies: Partial<Record<Turn, readonly string[]>> = {
  after: ['later|afterwards|once|when'],
  again: ['back|anew', 'sold out'],
  earlier: ['until|till'],
  doer: [
    'made|written|drawn|painted|designed|built|composed|played|recorded|filmed|shot|edited|printed|paid|taught|run|led|hosted|narrated|voiced|sung|baked|sewn|knitted|mixed|produced|illustrated|translated|done|paintings|drawings|music|tune|is|are|was|were by',
    'by a|the|me|us',
    'buyer|recipient|customer|myself',
    'i|you|we pay|do|make|write|draw|paint|made|wrote|drew|painted|did',
    'we are',
    'with|through my|our|the agency|agent|publisher|lab|printer|partner',
  ],
  third: ['dog|dogs|puppy|puppies|pup|cat|cats|pet|pets|horse|horses'],
};

/** What begins like such a turn and is none. */
const innocent = [
  'who|whom do|can|could|should|must|shall|would|may i|we ~1 ask|write|contact|talk|speak|email|mail|message|call|turn|send',
  'named|called|looked|look|looks|looking after',
  'be had',
  'that|which ive|i|weve ~1',
  '^ were looking|planning|hoping|getting|going|coming|thinking|trying|travelling|from|a|an',
  'cut|cutting off',
];

const rules = (id: string, patterns: readonly string[]) => patterns.map((pattern) => ({ id, pattern, weight: 1 }));
const turnRules = Object.entries(table).flatMap(([id, patterns]) => rules(id, patterns));
const asked = ruleBook([...turnRules, ...rules('', innocent)]);
const told = ruleBook([...turnRules, ...Object.entries(replies).flatMap(([id, patterns]) => rules(id, patterns))]);

/** Which ways a question turns, and where each begins to. */
export function turnsAsked(list: readonly Token[]): ReadonlyMap<Turn, number> {
  const hits = asked.find(list);
  const masks = hits.filter(({ rule }) => rule.id === '' || rule.id === 'doer');
  const found = new Map<Turn, number>();
  for (const { rule, from, to } of hits) {
    const isMasked = rule.id !== 'doer' && masks.some((mask) => mask.from <= from && to <= mask.to);
    // The ids that are not empty are the keys of the table.
    if (rule.id !== '' && !isMasked && !found.has(rule.id as Turn)) found.set(rule.id as Turn, from);
  }
  return found;
}

/** Which ways of turning an item answers to. */
export function turnsTold(list: readonly Token[]): ReadonlySet<Turn> {
  return new Set(told.find(list).map((hit) => hit.rule.id as Turn)); // as above
}

const pastForms =
  /\b(?:was|were|had|did|began|became|came|went|took|taught|got|grew|made|met|found|left|bought|built|wrote|sold|kept|gave|saw|fell|said|told|ran|sang|drew|spent|thought|knew|won|lost|[a-z]{2,}ed)\b/i;

/** Whether a text tells of something past. */
export function tellsPast(text: string): boolean {
  return pastForms.test(text);
}
