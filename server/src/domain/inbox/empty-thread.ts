import type { ThreadSnapshot } from './snapshot.ts';

/** A thread without any stored data. */
export const emptyThread: ThreadSnapshot = {
  conversation: null,
  relationship: null,
  thread: null,
  messages: [],
  named: [],
  early: [],
  drafts: [],
  outbox: [],
  claim: null,
  recordedReply: null,
  lastUrgency: null,
  draftsInLastHour: 0,
};
