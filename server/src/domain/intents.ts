export interface IntentWords {
  /** The intent as it appears in a heading or in a table. */
  readonly label: string;
  /** Why a conversation is waiting, in at most five words. */
  readonly reason: string;
  /** The intent's everyday name, such as "a greeting". */
  readonly name: string;
  /** The intent, in the words of a creator. */
  readonly about: string;
  /** The words that follow "The message", if the everyday name cannot follow "The message is". */
  readonly predicate: string | undefined;
}

const table = {
  greeting: words('Greeting', 'says hello', 'a greeting', 'hello, small talk'),
  praise: words('Praise', 'likes your work', 'praise', 'compliment, thanks, fan love'),
  content_question: words(
    'Question about content',
    'asks about your work',
    'a question about the work',
    "the creator's work, gear, technique, story",
  ),
  content_request: words(
    'Request for content',
    'asks for something new',
    'a content request',
    'asks for a topic, a video, a design',
  ),
  schedule: words('Question about timing', 'asks when', 'a schedule question', 'when and where next'),
  pricing: words('Question about price', 'asks for a price', 'a pricing question', 'price, discount, what is included'),
  purchase: words('Wants to buy', 'wants to buy', 'a question about buying', 'how and where to buy or join'),
  availability: words(
    'Question about availability',
    'asks what is available',
    'a question about availability',
    'stock, sizes, spots',
  ),
  shipping: words('Shipping', 'asks about shipping', 'a shipping question', 'where to, how long, what it costs'),
  order_status: words(
    'Where is my order',
    'asks about an order',
    "a question about the sender's own order",
    "the sender's own order",
  ),
  access_problem: words(
    'Cannot get in',
    'cannot get in',
    'an access problem',
    'log in, link, download, broken',
    'is about an access problem',
  ),
  refund: words('Refund', 'wants money back', 'a refund or return request', 'returns, money back'),
  billing: words('Billing', 'asks about a payment', 'a billing question', 'charges, cancelling a subscription'),
  booking: words(
    'Booking',
    'wants to book',
    'a booking',
    'commission, custom work, shout-out, lesson',
    'is about a booking',
  ),
  collaboration: words(
    'Collaboration',
    'offers to work together',
    'a collaboration request',
    'brand deal, press, sponsorship, affiliate',
  ),
  giveaway: words('Giveaway', 'asks about a giveaway', 'a giveaway question', 'rules of a giveaway, who won'),
  personal: words(
    'Personal question',
    'asks something personal',
    'a personal matter',
    'private life, place, age, relationship',
    'is about a personal matter',
  ),
  identity: words(
    'Are you real',
    'asks who answers',
    'a question about who is answering',
    'are you a bot, is it really you',
  ),
  feedback: words('Feedback', 'gives feedback', 'feedback', 'constructive, mild'),
  complaint: words('Complaint', 'complains', 'a complaint', 'unhappy'),
  advice: words(
    'Asks for advice',
    'asks for advice',
    'a request for personal advice',
    'medical, legal, financial, mental health',
  ),
  legal: words(
    'Legal matter',
    'a legal matter',
    'a legal matter',
    'copyright, licence, lawyer, data request',
    'is about a legal matter',
  ),
  opt_out: words('Wants no messages', 'wants no messages', 'a request to stop messaging', 'stop messaging me'),
  crisis: words('Crisis', 'may be in danger', 'signs of a crisis', 'self-harm, in danger', 'shows signs of a crisis'),
  harassment: words('Harassment', 'is abusive', 'harassment', 'insults, hate'),
  threat: words('Threat', 'makes a threat', 'a threat', 'violence, doxxing, blackmail'),
  sexual: words('Sexual', 'a sexual message', 'sexual solicitation', 'solicitation'),
  minor_safety: words(
    'A minor at risk',
    'a child at risk',
    'a risk to a minor',
    'a minor with sexual, romantic, meeting or money signals',
    'shows a risk to a minor',
  ),
  spam: words('Spam', 'looks like spam', 'spam', 'promotion, phishing, crypto, follow-for-follow'),
  manipulation: words(
    'Manipulation',
    'tries to trick you',
    'an attempt to manipulate the service',
    'injection, probing, pressing for a refund or promise',
  ),
  unclear: words(
    'Unclear',
    'not clear',
    'an unclear message',
    'gibberish, no intent, a language not understood',
    'is unclear',
  ),
} satisfies Readonly<Record<string, IntentWords>>;

export type Intent = keyof typeof table;
export const intentWords: Readonly<Record<Intent, IntentWords>> = table;
/** All intents, in the order of the policy table. */
export const intents: readonly Intent[] = Object.keys(table) as Intent[]; // the keys above, in the same order

/**
 * The hazard classes: the intents whose messages are blocked, and that no item may answer. If several of these intents
 * match a message, the first one in this order applies, so that people in danger come first.
 */
export const hazardIntents = [
  'crisis',
  'minor_safety',
  'threat',
  'sexual',
  'harassment',
  'manipulation',
  'spam',
] as const satisfies readonly Intent[];
export type HazardIntent = (typeof hazardIntents)[number];

/** The hazards in which a person may be in danger: the creator must see these messages first. */
export const urgentIntents: ReadonlySet<string> = new Set<HazardIntent>(['crisis', 'minor_safety', 'threat']);

function words(label: string, reason: string, name: string, about: string, predicate?: string): IntentWords {
  return { label, reason, name, about, predicate };
}
