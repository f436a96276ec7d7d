import type { Offer, Phrase } from '../../../domain/persona.ts';

type NewOffer = Omit<Offer, 'id'>;
type NewPhrase = Omit<Phrase, 'id'>;

const longestPhrase = 120;
const longestName = 60;
const uses: readonly { readonly use: Phrase['use']; readonly words: RegExp; readonly most: number }[] = [
  {
    use: 'holding',
    words: /\b(?:let me (?:check|look|see|find out)|(?:get|come) back to you|need to check)\b/i,
    most: 25,
  },
  { use: 'greeting', words: /^(?:hi|hey|hello|heya|hiya|howdy|good (?:morning|evening|day))\b/i, most: 5 },
  { use: 'thanks', words: /^(?:thanks|thank you|aww|that means|so happy you|glad you)\b/i, most: 14 },
  {
    use: 'signoff',
    words:
      /^(?:love|lots of love|with love|xx+|xoxo|cheers|hugs|take care|talk soon|see you|warmly|kisses|best wishes|best)\b/i,
    most: 7,
  },
];
/** Matches a greeting that contains a name. Such a greeting suits only one person. */
const named = /^(hi|hey|hello|heya|hiya)\s+(?!there|you|love|lovely|dear|all|everyone|everybody|friend)\p{L}+/iu;
const amount =
  /(?:[€$£¥]\s?\d[\d.,]*\d|[€$£¥]\s?\d|\b\d[\d.,]*\s?(?:€|£|\$|(?:eur|usd|gbp|euros?|dollars?|pounds?)\b))/gi;
const address = /https:\/\/[^\s)>\]"]+/;

/** Reads a sentence as a greeting, thanks, goodbye or holding phrase; returns null for anything else. */
export function phraseOf(sentence: string): NewPhrase | null {
  const words = sentence.split(/\s+/).length;
  if (sentence.length > longestPhrase || sentence.endsWith('?') || /\d/.test(sentence)) return null;
  const use = uses.find(({ words: sign, most }) => words <= most && sign.test(sentence))?.use;
  if (use === undefined) return null;
  const text =
    use === 'greeting' ? sentence.replace(named, '$1').replace(/[,:]?$/, (mark) => (mark === '' ? '' : '!')) : sentence;
  return { use, text, approved: true };
}

/**
 * Reads an offer from a line with one price. The words before the price are the offer's name. Returns null if there are
 * no words before the price.
 */
export function offerOf(sentence: string): NewOffer | null {
  const prices = sentence.match(amount) ?? [];
  const price = prices[0];
  if (price === undefined || prices.length > 1) return null;
  const name = sentence
    .slice(0, sentence.indexOf(price))
    .replace(/^(?:the|a|an|my|our|one)\s+/i, '')
    .replace(/(?:\s+(?:is|are|costs?|for|from|at|starts? at|goes for|sells for)|\s*[-–—:|(,.…])+\s*$/i, '')
    .trim();
  const count = name.split(/\s+/).length;
  if (name.length < 3 || name.length > longestName || count > 6) return null;
  const url = address.exec(sentence)?.[0].replace(/[.,;]+$/, '');
  const said = url === undefined ? sentence : sentence.replace(url, '').replace(/[\s:,.–—-]+$/, '');
  return {
    name,
    text: /[.!]$/.test(said) ? said : `${said}.`,
    price: price.trim(),
    ...(url === undefined ? {} : { url }),
    aliases: [`what is the price of the ${name.toLowerCase()}`],
    approved: true,
  };
}
