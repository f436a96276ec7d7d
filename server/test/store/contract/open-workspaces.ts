import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import type { Store } from '../../../src/store/port.ts';
import type { ImportSummary } from '../../../src/store/workspace-port.ts';
import type { FreshData, StoreHarness } from '../../support/store-harness.ts';
import { workspaceEntry } from './workspace-entry.ts';

/** Creates new data with the given workspaces. Without any, creates the sample workspace `ws_aurora`. */
export async function openWorkspaces(harness: StoreHarness, ...entries: WorkspaceEntry[]): Promise<FreshData> {
  const data = await harness.openFresh();
  await importEntries(data.store, ...(entries.length === 0 ? [workspaceEntry()] : entries));
  return data;
}

export function importEntries(store: Store, ...workspaces: WorkspaceEntry[]): Promise<ImportSummary> {
  return store.importDocument({ workspaces }, { forceState: false, dryRun: false });
}
