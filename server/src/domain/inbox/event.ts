import { createHash } from 'node:crypto';
import type { EpochMs } from '../period.ts';
import type { AttachmentKind } from './attachment-kinds.ts';

interface EventHead<Type extends string> {
  /** The event's id, which is unique within the connection. */
  readonly id: string;
  readonly type: Type;
  readonly threadId: string;
  /** The time in RFC 3339 form. */
  readonly sentAt: string;
}

interface MessageHead<Type extends string> extends EventHead<Type> {
  readonly messageId: string;
}

/** An event from a connected inbox of any provider. */
export type InboxEvent =
  | (MessageHead<'message.received'> & {
      readonly body: string;
      readonly attachments?: readonly AttachmentKind[];
      readonly contact: { readonly id: string; readonly name?: string; readonly handle?: string };
      /**
       * Set if a program wrote the message. The message is then stored, but no reply is drafted. Connectors set this;
       * callers cannot.
       */
      readonly isAutomated?: true;
      /**
       * The time of the last gap in the provider's events before this event. Other events may be missing in the gap.
       * Connectors set this; callers cannot.
       */
      readonly gapAt?: EpochMs;
    })
  | (MessageHead<'message.sent'> & {
      readonly body: string;
      readonly attachments?: readonly AttachmentKind[];
      readonly sender?: 'human' | 'machine';
      readonly outboxId?: string;
    })
  | (MessageHead<'message.edited'> & { readonly body: string })
  | MessageHead<'message.deleted'>
  | EventHead<'creator.active'>;

export const eventTypes = [
  'message.received',
  'message.sent',
  'message.edited',
  'message.deleted',
  'creator.active',
] as const satisfies readonly InboxEvent['type'][];
export type EventType = (typeof eventTypes)[number];

export function isEventType(value: unknown): value is EventType {
  return eventTypes.some((type) => type === value);
}

/** Returns true if an event has a body or an attachment, or if its type needs neither. */
export function hasContent(event: InboxEvent): boolean {
  if (event.type !== 'message.received' && event.type !== 'message.sent') return true;
  return event.body !== '' || (event.attachments ?? []).length > 0;
}

export type EventOutcome = 'stored' | 'history' | 'duplicate' | 'refused' | 'unreadable';

export interface EventResult {
  readonly id: string | null;
  readonly outcome: EventOutcome;
}

/** Returns the hashes that identify an event for 30 days: the hash of its id, and the hash of its message and type. */
export function keyHashesOf(connectionId: string, event: InboxEvent): string[] {
  const hashes = [hashOf(['event', connectionId, event.id])];
  if (event.type === 'creator.active') return hashes;
  const at = event.type === 'message.edited' ? String(Date.parse(event.sentAt)) : '';
  hashes.push(hashOf(['message', connectionId, event.type, event.threadId, event.messageId, at]));
  return hashes;
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
