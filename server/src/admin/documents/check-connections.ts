import { printableName } from '../../lib/printable.ts';
import type { Fault } from '../../lib/validator.ts';
import { listAt, textAt, valueAt } from './loose-values.ts';

/** Reports duplicate connection ids, and maximum waits that are shorter than the quiet period. */
export function checkConnections(workspace: unknown, path: string, report: (fault: Fault) => void): void {
  const places = new Map<string, string>();
  for (const [index, connection] of listAt(workspace, 'connections').entries()) {
    const place = `${path}.connections[${index}]`;
    const id = textAt(connection, 'id');
    const earlier = id === null ? undefined : places.get(id);
    if (id !== null && earlier !== undefined) {
      const at = `${place}.id`;
      report({ path: at, message: `${at} "${printableName(id)}" is already the id of ${earlier}` });
    }
    if (id !== null) places.set(id, place);
    const quiet = valueAt(connection, 'quietSeconds');
    const most = valueAt(connection, 'maxWaitSeconds');
    if (typeof quiet === 'number' && typeof most === 'number' && most < quiet) {
      const at = `${place}.maxWaitSeconds`;
      report({ path: at, message: `${at} must be at least quietSeconds (${quiet})` });
    }
  }
}
