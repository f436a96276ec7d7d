import type { ThreadSnapshot } from './rows.ts';

/** A thread of which nothing is stored. */
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
