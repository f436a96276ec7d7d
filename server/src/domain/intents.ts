interface IntentWords {
  /** The intent as it appears in a heading or in a table. */
  readonly label: string;
  /** Why a conversation is waiting, in at most five words. */
  readonly reason: string;
}

const table = {
  greeting: words('Greeting', 'says hello'),
  praise: words('Praise', 'likes your work'),
  content_question: words('Question about content', 'asks about your work'),
  content_request: words('Request for content', 'asks for something new'),
  schedule: words('Question about timing', 'asks when'),
  pricing: words('Question about price', 'asks for a price'),
  purchase: words('Wants to buy', 'wants to buy'),
  availability: words('Question about availability', 'asks what is available'),
  shipping: words('Shipping', 'asks about shipping'),
  order_status: words('Where is my order', 'asks about an order'),
  access_problem: words('Cannot get in', 'cannot get in'),
  refund: words('Refund', 'wants money back'),
  billing: words('Billing', 'asks about a payment'),
  booking: words('Booking', 'wants to book'),
  collaboration: words('Collaboration', 'offers to work together'),
  giveaway: words('Giveaway', 'asks about a giveaway'),
  personal: words('Personal question', 'asks something personal'),
  identity: words('Are you real', 'asks who answers'),
  feedback: words('Feedback', 'gives feedback'),
  complaint: words('Complaint', 'complains'),
  advice: words('Asks for advice', 'asks for advice'),
  legal: words('Legal matter', 'a legal matter'),
  opt_out: words('Wants no messages', 'wants no messages'),
  crisis: words('Crisis', 'may be in danger'),
  harassment: words('Harassment', 'is abusive'),
  threat: words('Threat', 'makes a threat'),
  sexual: words('Sexual', 'a sexual message'),
  minor_safety: words('A minor at risk', 'a child at risk'),
  spam: words('Spam', 'looks like spam'),
  manipulation: words('Manipulation', 'tries to trick you'),
  unclear: words('Unclear', 'not clear'),
} satisfies Readonly<Record<string, IntentWords>>;

export type Intent = keyof typeof table;
export const intentWords: Readonly<Record<Intent, IntentWords>> = table;
/** All intents, in the order of the policy table. */
export const intents: readonly Intent[] = Object.keys(table) as Intent[]; // the keys above, in their order

/**
 * The intents whose messages are blocked. If several of these intents match a message, the first one in this order
 * applies, so that people in danger come first.
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

function words(label: string, reason: string): IntentWords {
  return { label, reason };
}
