import type { ConsoleOutput } from '../../domain/console/routes.ts';
import type { ReviewRecord } from '../../store/inbox-page-port.ts';
import { isoTime } from '../iso-time.ts';

/** Returns a conversation in the form that the console's lists show. */
export function cardOf({ conversationId, ...card }: ReviewRecord): ConsoleOutput<'readQueue'>['conversations'][number] {
  return {
    ...card,
    id: conversationId,
    lastMessageAt: isoTime(card.lastMessageAt),
    waitingSince: isoTime(card.waitingSince),
  };
}
