import { writeAsJson, writeAsYaml } from '../../admin/documents/write-document.ts';
import { requireWorkspace } from '../../admin/require-workspace.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore } from '../with-store.ts';

export async function exportWorkspace(terminal: Terminal, options: { workspace: string; json?: true }): Promise<void> {
  const entry = await lookAtStore(terminal, async (store) => {
    const found = await store.exportWorkspace({ workspaceId: options.workspace });
    if (found === null) await requireWorkspace(store, options.workspace);
    return found;
  });
  if (entry === null) throw new OperatorError('The workspace was made just now; try again.');
  const printer = createPrinter(terminal);
  if (options.json) await writeAsJson(entry, printer.write);
  else await writeAsYaml(entry, printer.write);
}
