import type { ApprovedItem } from './approved-items.ts';
import { claimsIn } from './claims.ts';
import { contentWords } from './content.ts';
import { wordsOf } from './wording.ts';

const joint = `(?:(?:and|but|so|oh|aww|ah|ha|haha|well|please|just|though|too|as well|also|then|actually|honestly|basically|btw|fyi|ps|here)(?: |$))*`;
/** What may be said beside what is approved, as whole remarks: each alone asserts nothing. */
const remarks = [
  `(?:hi|hey|hello|dear)(?: (?:there|you|all|fan|again|dear))*`,
  `(?:yes|yeah|yep|no|nope|sure(?: thing)?|of course|absolutely|okay?|right|exactly|cool|great|lovely|perfect|amazing|awesome|nice|good)`,
  `(?:many |big )?(?:thanks|thank you|thx|cheers)(?: (?:so|very|again|a lot|lots|much))*(?: for (?:asking|writing|reaching out|getting in touch|your (?:question|message|interest|note|support|kind words?|patience|love)|the (?:question|message|kind words?|love|support)|dropping (?:by|in|a line)))?(?: (?:again|so much|in))*`,
  `(?:what a |that is a |that's a |it's a )?(?:great|good|nice|lovely|fun) (?:question|one|to (?:hear|see you)(?: from you)?)`,
  // Before an approved text that has its own.
  'the|our|my|all',
  `(?:you can |you'll )?(?:find|see|get|read|order|book|buy|join)(?: (?:it|them|more|all))? (?:it )?here`,
  `(?:i'm |i am |we're |so |very |always )*(?:glad|happy|excited|lovely|delighted)(?: (?:you asked|you like it|you love it|to hear(?: from you| that| it)?|to help(?: you| with that)?|to (?:say|tell you|let you know|share(?: it| this)?)|for your interest))?`,
  `(?:i |we )?hope (?:this|that|it) helps(?: you)?`,
  `(?:just |please )?(?:let me know|feel free to (?:ask|reach out|message me|write)|ask(?: away)?|message me|reach out|write)(?: (?:if|should) you (?:have|want|need|would like) (?:to know )?(?:any(?:thing)?|some|more|other)?(?: (?:other|more|further|else))?(?: questions?)?)?`,
  `(?:if you (?:have|want) (?:any )?(?:more |other |further )?(?:questions?|anything else))`,
  `(?:if you(?:'d| would)? (?:wonder|wondered|wondering|ask|asked|want to know|like to know|need it|want it|like|wish|want))`,
  `(?:any |anything )?(?:more |other |further |else)?(?: questions?)?`,
  `have an? (?:great|good|lovely|nice|wonderful|amazing) (?:day|one|week)`,
  `(?:take care|best(?: wishes)?|all the best|much love|see you soon|talk soon|until then)`,
  `(?:i'm|i am|we're|we are) (?:afraid|sorry)(?: to say)?|(?:sorry|unfortunately|sadly|alas|afraid not|no worries|no problem)(?: about that| to say)?`,
  `(?:great|good|happy|quick|small|little|fun) (?:news|note|answer|heads up)|(?:in short|short answer|the answer is|here you go|here it is|here they are|here goes|there you go|here's how|as always|as usual|by the way|as it happens|to be clear)`,
  `(?:you're|you are)(?: so| very| always| most)? (?:welcome|kind|sweet)(?: (?:to|here))?|(?:that |this |it )?(?:really )?means (?:a lot|so much|the world)(?: to me| to us)?`,
  `(?:i |we )?(?:really )?(?:appreciate|love|loved|enjoyed) (?:it|that|hearing from you|your (?:message|question|support|interest|note))`,
  `come (?:say|and say) (?:hi|hello)|wherever you are|whenever you (?:want|like)|i can (?:tell you this|help with that)|(?:it's|that's) (?:easy|simple)`,
];
const courtesy = new RegExp(`^${joint}(?:(?:${remarks.join('|')})(?: (?:and|but|so))?(?: |$))*${joint}$`);
const cuts = /[,;:](?=\s)|[–—]|\s-\s|[.!?…]+(?=\s|$)|\n/g;

const joints = new Set(['and', 'but', 'so', 'or', 'also']);

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Remarks of a piece of a reply that hold no value and no word of content, and are neither a plain courtesy nor in a used item as
 * they stand: small words alone can say much ("I want you", "you get another one with it").
 */
export function emptyRemarks(reply: string, from: number, to: number, used: readonly ApprovedItem[]): Place[] {
  const held = [...contentWords(reply), ...claimsIn(reply)];
  const piece = reply.slice(from, to);
  const at = [0, ...[...piece.matchAll(cuts)].map((match) => match.index + match[0].length), piece.length];
  return at.slice(1).flatMap((cut, index) => {
    const [start, end] = [from + (at[index] ?? 0), from + cut];
    if (held.some((each) => each.start < end && each.end > start)) return [];
    const said = wordsOf(reply.slice(start, end)).map(({ word }) => word);
    const bare = said.slice(said.findIndex((word) => !joints.has(word)));
    return isCourtesy(said) || used.some(({ words }) => holds(words, bare)) ? [] : [{ start, end }];
  });
}

/** More words than any courtesy has. */
const most = 20;

function isCourtesy(words: readonly string[]): boolean {
  return words.length <= most && courtesy.test(words.join(' '));
}

function holds(words: readonly string[], run: readonly string[]): boolean {
  return run.length > 1 && words.some((_, at) => run.every((word, offset) => words[at + offset] === word));
}
