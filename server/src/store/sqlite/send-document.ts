import type { WorkspaceDocument } from '../../domain/workspace-document.ts';
import { currentActor } from '../../lib/acting.ts';
import { entriesLeft } from '../audit-entries.ts';
import type { ImportSummary } from '../workspace-port.ts';
import type { InboxOfDocument } from './import-inboxes.ts';
import { portionsOf } from './import-rows.ts';
import type { WriteThread } from './write-thread.ts';

/**
 * Sends a document to the write thread portion by portion, and then tells the thread to store it. Progress counts
 * messages.
 */
export async function sendDocument(
  thread: WriteThread,
  document: WorkspaceDocument,
  options: { readonly forceState: boolean; readonly dryRun: boolean },
  onProgress?: (done: number, total: number) => void,
): Promise<ImportSummary> {
  const messages = countMessages(document);
  let portions = 0;
  let done = 0;
  for (const portion of portionsOf(document)) {
    await thread.stageImport({ index: portions, portion });
    portions += 1;
    done += portion.messages.length;
    onProgress?.(done, messages);
  }
  const entries = entriesLeft('importDocument', currentActor(), [document, null, options]);
  return thread.takeOverImport({ portions, messages, inboxes: inboxesOf(document), entries, ...options });
}

/** Returns the workspaces that contain shares, connections or Pages. */
function inboxesOf({ workspaces }: WorkspaceDocument): InboxOfDocument[] {
  return workspaces.flatMap(({ id: workspaceId, shares = null, connections = [], pages = [] }, index) =>
    shares === null && connections.length + pages.length === 0
      ? []
      : [{ workspaceId, path: `workspaces[${index}]`, shares, connections, pages }],
  );
}

function countMessages({ workspaces }: WorkspaceDocument): number {
  let count = 0;
  for (const { conversations = [] } of workspaces) {
    for (const conversation of conversations) count += conversation.messages?.length ?? 0;
  }
  return count;
}
