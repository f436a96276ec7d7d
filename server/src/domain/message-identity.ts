import { createHash } from 'node:crypto';
import type { Direction } from './conversation.ts';
import type { EpochMs } from './period.ts';

/** The id of a message that came without one; the same for the same time, direction and body. */
export function messageIdentity(message: {
  readonly sentAt: EpochMs;
  readonly direction: Direction;
  readonly body: string;
}): string {
  const known = `${message.sentAt}\n${message.direction}\n${message.body}`;
  return `m_${createHash('sha256').update(known).digest('hex').slice(0, 32)}`;
}
