import type { ConversationState } from '../../../../server/src/domain/conversation.ts';
import type { RiskLevel } from '../../../../server/src/domain/decision.ts';
import { intentWords } from '../../../../server/src/domain/intents.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Returns the name of an intent as creators see it. */
export function intentName(intent: string): string {
  const words: Readonly<Record<string, { readonly label: string }>> = intentWords;
  return words[intent]?.label ?? intent.replaceAll('_', ' ');
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

/** Returns the name that lists show for a conversation: the sender's name, or a description of the sender. */
export function senderName({ contact, channel }: Sender): string {
  return contact?.name ?? contact?.handle ?? (channel === 'page' ? 'A visitor' : 'Unknown sender');
}

const channelNames: Readonly<Record<string, string>> = { email: 'Email', page: 'your Page', pasted: 'pasted' };

/** Returns a channel's display name. */
export function channelName(channel: string): string {
  return channelNames[channel] ?? channel.charAt(0).toUpperCase() + channel.slice(1);
}
