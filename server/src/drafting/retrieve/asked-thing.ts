import { grammarWords } from '../text/lexicon.ts';
import { ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';

/** Behind these stands what is asked about: "is there a **cassette**", "how much is a tray of **buns**", "do you also teach **Galician**". */
const leads = ruleBook(
  [
    'is|are|was|will there ~1',
    'there be',
    'do|did|does|will|would|can|could you ~1 sell|have|make|makes|teach|do|offer|use|stock|carry|bake|run|take|ship|play|cover|speak|support|accept|print|shoot|film|draw|write|knit|sew|grow|serve|cook|record|build|paint|repair|rent|hire|host',
    'have you ~1 got|any',
    'got any',
    'any',
    'how much is|are|for|does|do|would',
    'how many',
    'price|prices|cost|fee of|for',
    'what does|do|is|are',
    'can|could|may i ~1 get|have|buy|order|use|book|bring|play|pay|see|learn|rent',
    'out on|in|as',
    'available in|on|as',
    'come|comes|came in|with|on',
    'also in|on|as|do|have|sell|teach|make',
    'play|pay|work|works|run|runs with|on|in',
    'a|any|another class|course|workshop|video|book|episode|lesson|podcast|tutorial|recipe|guide|stream on|in|for|about',
  ].map((pattern) => ({ id: 'lead', pattern, weight: 1 })),
);
const skipped = new Set(
  'a an the any some your my our also one another of more other kind sort type this that still'.split(' '),
);
const joining = new Set(['or', 'and']);

/** For each thing that the question is about, the indexes into the list of the words that name it. */
export function askedThings(list: readonly Token[]): readonly (readonly number[])[] {
  return leads.find(list).map((hit) => {
    const found: number[] = [];
    for (let at = hit.to; at < list.length && found.length < 3; at++) {
      const word = list[at]?.word ?? '';
      if (list[at]?.isEmoji === true) break;
      if (skipped.has(word) || (found.length > 0 && joining.has(word))) continue;
      if (grammarWords.has(word)) break;
      found.push(at);
    }
    return found;
  });
}
