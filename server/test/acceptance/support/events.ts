import { randomUUID } from 'node:crypto';

/** A message of a fan. `more` replaces or adds fields. */
export function received(messageId: string, body: string, threadId = 't1', more: object = {}) {
  const contact = { id: `u_${threadId}`, name: `Fan ${threadId}`, handle: `@${threadId}` };
  return event('message.received', threadId, { messageId, body, contact, ...more });
}

/** A message that went out. `more` replaces or adds fields. */
export function sent(messageId: string, body: string, threadId = 't1', more: object = {}) {
  return event('message.sent', threadId, { messageId, body, ...more });
}

function event(type: string, threadId: string, more: object) {
  return { id: randomUUID(), type, threadId, sentAt: new Date().toISOString(), ...more };
}

export type TestEvent = ReturnType<typeof event>;

/** What the sample creator's approved words answer on their own. */
export const question = 'do you ship to Brazil?';
export const answer = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';
