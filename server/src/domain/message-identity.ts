import { createHash } from 'node:crypto';
import type { Direction } from './conversation.ts';
import type { EpochMs } from './period.ts';

/** Returns an id for a message that has none. The same timestamp, direction and body always give the same id. */
export function messageIdentity(message: {
  readonly sentAt: EpochMs;
  readonly direction: Direction;
  readonly body: string;
}): string {
  const known = `${message.sentAt}\n${message.direction}\n${message.body}`;
  return `m_${createHash('sha256').update(known).digest('hex').slice(0, 32)}`;
}
