import { whoActs } from '../lib/acting.ts';
import { entryOf } from './audit-entries.ts';
import { workspaceExported } from './audited-operations.ts';
import type { Store } from './port.ts';

/**
 * The same store, which writes an export down before it gives out what was read. Whatever changes something leaves its entry in the
 * commit of the change itself: that is each store's own work.
 */
export function withAudit(store: Store): Store {
  return {
    ...store,
    async exportWorkspace(input) {
      const entry = await store.exportWorkspace(input);
      const acting = whoActs();
      if (entry !== null && acting !== null) {
        await store.appendAudit(entryOf(workspaceExported(input.workspaceId), acting));
      }
      return entry;
    },
  };
}
