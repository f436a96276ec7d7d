import { requireWorkspace } from '../../admin/require-workspace.ts';
import { createEmbeddedEngine } from '../../drafting/embedded-engine.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { type ExplainOptions, readAsked } from '../explain/read-asked.ts';
import { showTrace } from '../explain/show-trace.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const shortest = 2;
const longest = 800;

/** Shows the trace of a message drafted here, or the one kept with a stored draft. */
export async function explain(terminal: Terminal, message: string | undefined, options: ExplainOptions): Promise<void> {
  const { request, workspace = '' } = options;
  const printer = createPrinter(terminal);
  if (request !== undefined) {
    const trace = await storedTrace(terminal, workspace, request);
    if (options.json) printer.json(trace);
    else showTrace(printer, { trace, draft: null });
    return;
  }
  const asked = await readAsked(terminal, message, options);
  const length = [...asked.input.message].length;
  if (length < shortest || length > longest)
    throw new OperatorError(`A message has ${shortest} to ${longest} characters; this one has ${length}.`);
  const { decision, trace } = await createEmbeddedEngine().draft(asked.input);
  if (options.json) printer.json({ profileId: asked.profileId, decision, trace });
  else showTrace(printer, { trace, draft: { ...asked, decision } });
}

async function storedTrace(terminal: Terminal, workspaceId: string, idempotencyKey: string): Promise<unknown> {
  const text = await withStore(terminal, async (store) => {
    const found = await store.draftTrace({ workspaceId, idempotencyKey });
    if (found === null) await requireWorkspace(store, workspaceId);
    return found;
  });
  if (text === null) {
    throw new OperatorError(
      `Workspace "${workspaceId}" keeps no draft under the idempotency key "${printableName(idempotencyKey)}". A draft and its trace are removed when their retention ends.`,
    );
  }
  return JSON.parse(text);
}
