import { currentActor } from '../lib/acting.ts';
import { entryOf } from './audit-entries.ts';
import { workspaceExported } from './audited-operations.ts';
import type { Store } from './port.ts';

/**
 * Wraps a store so that an export is recorded before its data is returned. The stores themselves record operations that
 * change data, in the same commit.
 */
export function withAudit(store: Store): Store {
  return {
    ...store,
    async exportWorkspace(input) {
      const entry = await store.exportWorkspace(input);
      const acting = currentActor();
      if (entry !== null && acting !== null) {
        await store.appendAudit(entryOf(workspaceExported(input.workspaceId), acting));
      }
      return entry;
    },
  };
}
