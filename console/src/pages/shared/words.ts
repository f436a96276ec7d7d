import type { ConversationState } from '../../../../server/src/domain/conversation.ts';
import type { Intent, RiskLevel } from '../../../../server/src/domain/decision.ts';
import type { Tone } from '../../ui/badge.tsx';

const intentWords: Readonly<Record<Intent, string>> = {
  greeting: 'Greeting',
  praise: 'Praise',
  content_question: 'Question about content',
  content_request: 'Wish for content',
  schedule: 'Question of when',
  pricing: 'Question of price',
  purchase: 'Wants to buy',
  availability: 'Is it available',
  shipping: 'Shipping',
  order_status: 'Where is my order',
  access_problem: 'Cannot get in',
  refund: 'Refund',
  billing: 'Billing',
  booking: 'Booking',
  collaboration: 'Collaboration',
  giveaway: 'Giveaway',
  personal: 'Personal question',
  identity: 'Are you real',
  feedback: 'Feedback',
  complaint: 'Complaint',
  advice: 'Asks for advice',
  legal: 'Legal matter',
  opt_out: 'Wants no messages',
  crisis: 'Crisis',
  harassment: 'Harassment',
  threat: 'Threat',
  sexual: 'Sexual',
  minor_safety: 'A minor at risk',
  spam: 'Spam',
  manipulation: 'Manipulation',
  unclear: 'Unclear',
};

/** The intent of a message, worded for a creator. */
export function intentName(intent: string): string {
  const words: Readonly<Record<string, string>> = intentWords;
  return words[intent] ?? intent.replaceAll('_', ' ');
}

export const riskWords: Readonly<
  Record<RiskLevel, { readonly name: string; readonly about: string; readonly tone: Tone }>
> = {
  safe: { name: 'Safe', about: 'Your agent may send this without asking you.', tone: 'good' },
  review: { name: 'For you to decide', about: 'Only you may send this.', tone: 'caution' },
  blocked: { name: 'Blocked', about: 'No automatic answer. It needs you.', tone: 'stop' },
};

export const stateWords: Readonly<Record<ConversationState, { readonly name: string; readonly tone: Tone }>> = {
  open: { name: 'Open', tone: 'neutral' },
  awaiting_owner: { name: 'Waiting for you', tone: 'caution' },
  closed: { name: 'Closed', tone: 'neutral' },
};

interface Sender {
  readonly contact: { readonly name?: string; readonly handle?: string } | null;
  readonly channel: string | null;
}

/** The name under which a conversation is listed. */
export function senderName({ contact, channel }: Sender): string {
  return contact?.name ?? contact?.handle ?? (channel === 'page' ? 'A visitor' : 'Unknown sender');
}

const channelNames: Readonly<Record<string, string>> = { email: 'E-mail', page: 'your Page', pasted: 'pasted' };

/** A channel as people write it. */
export function channelName(channel: string): string {
  return channelNames[channel] ?? channel.charAt(0).toUpperCase() + channel.slice(1);
}
