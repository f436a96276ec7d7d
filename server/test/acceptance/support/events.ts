import { randomUUID } from 'node:crypto';

/** Returns the event for a fan's message. `more` replaces or adds fields. */
export function received(messageId: string, body: string, threadId = 't1', more: object = {}) {
  const contact = { id: `u_${threadId}`, name: `Fan ${threadId}`, handle: `@${threadId}` };
  return event('message.received', threadId, { messageId, body, contact, ...more });
}

/** Returns the event for a message that was sent. `more` replaces or adds fields. */
export function sent(messageId: string, body: string, threadId = 't1', more: object = {}) {
  return event('message.sent', threadId, { messageId, body, ...more });
}

function event(type: string, threadId: string, more: object) {
  return { id: randomUUID(), type, threadId, sentAt: new Date().toISOString(), ...more };
}

export type TestEvent = ReturnType<typeof event>;

/** A question that the sample creator's approved texts answer automatically. */
export const question = 'do you ship to Brazil?';
export const answer = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';
