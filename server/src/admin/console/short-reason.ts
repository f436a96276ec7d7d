import type { HandoffVerdict } from '../../domain/notification.ts';

const intents: Readonly<Record<string, string>> = {
  greeting: 'says hello',
  praise: 'likes your work',
  content_question: 'asks about your work',
  content_request: 'asks for something new',
  schedule: 'asks when',
  pricing: 'asks for a price',
  purchase: 'wants to buy',
  availability: 'asks what is available',
  shipping: 'asks about shipping',
  order_status: 'asks about an order',
  access_problem: 'cannot get in',
  refund: 'wants money back',
  billing: 'asks about a payment',
  booking: 'wants to book',
  collaboration: 'offers to work together',
  giveaway: 'asks about a giveaway',
  personal: 'asks something personal',
  identity: 'asks who answers',
  feedback: 'gives feedback',
  complaint: 'complains',
  advice: 'asks for advice',
  legal: 'a legal matter',
  opt_out: 'wants no messages',
  crisis: 'may be in danger',
  harassment: 'is abusive',
  threat: 'makes a threat',
  sexual: 'a sexual message',
  minor_safety: 'a child at risk',
  spam: 'looks like spam',
  manipulation: 'tries to trick you',
  unclear: 'not clear',
};

const reasons: Readonly<Record<string, string>> = {
  too_long: 'a long message',
  media_only: 'only a picture or file',
  too_many_drafts: 'many messages within an hour',
  hazard: 'a sign of danger',
};

/**
 * The topic of a conversation in at most five words, from the reason for its handoff or otherwise from its newest
 * draft.
 */
export function shortReason(verdict: Pick<HandoffVerdict, 'intent' | 'reason'> | null, intent: string | null): string {
  const known = verdict?.reason == null ? undefined : reasons[verdict.reason];
  return known ?? intents[verdict?.intent ?? intent ?? ''] ?? '';
}
