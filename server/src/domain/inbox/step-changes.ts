import type { InboxChanges, InboxSnapshot, ThreadSnapshot } from './snapshot.ts';
import { openThread, type ThreadWork } from './thread-work.ts';

export type Changes = Omit<InboxChanges, 'charge'> & { charge: InboxChanges['charge'] };

/** Returns changes that write nothing. */
export function emptyChanges(): Changes {
  return {
    connections: [],
    conversations: [],
    threads: [],
    messages: [],
    early: [],
    drafts: [],
    outbox: [],
    claims: [],
    keys: [],
    refused: [],
    notifications: [],
    proposals: [],
    outcomes: [],
    charge: null,
  };
}

/**
 * Performs a step on the snapshot's only thread, adds its writes to `changes`, and returns its answer. Returns
 * `missing` if the conversation does not exist.
 */
export function onThread<Answer>(
  snapshot: InboxSnapshot,
  changes: Changes,
  missing: Answer,
  step: (work: ThreadWork) => Answer,
): Answer {
  const work = workOf(snapshot, snapshot.threads[0]);
  if (work === null) return missing;
  const answer = step(work);
  work.write(changes);
  return answer;
}

/** Opens a thread of the snapshot for changes. Returns null if its conversation does not exist. */
export function workOf(snapshot: InboxSnapshot, thread: ThreadSnapshot | undefined): ThreadWork | null {
  if (thread?.conversation == null) return null;
  const connection = snapshot.connections.find(({ connectionId }) => connectionId === thread.thread?.connectionId);
  const { now, workspace } = snapshot;
  const of = { now, connection: connection ?? null, hasWebhook: workspace?.hasWebhook ?? false };
  return openThread({ ...thread, conversation: thread.conversation }, of);
}
