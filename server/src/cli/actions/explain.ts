import { requireWorkspace } from '../../admin/require-workspace.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName, printableText } from '../../lib/printable.ts';
import { createPrinter, type Printer } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

export async function explain(
  terminal: Terminal,
  options: { key: string; workspace: string; json?: true },
): Promise<void> {
  const text = await withStore(terminal, async (store) => {
    const trace = await store.draftTrace({ workspaceId: options.workspace, idempotencyKey: options.key });
    if (trace === null) await requireWorkspace(store, options.workspace);
    return trace;
  });
  if (text === null) {
    throw new OperatorError(
      `Workspace "${options.workspace}" keeps no draft under the idempotency key "${printableName(options.key)}". A draft and its trace are removed when their retention ends.`,
    );
  }
  const trace: unknown = JSON.parse(text);
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(trace);
  showTree(printer, trace, '');
}

/** A JSON value as an indented outline: short lists and objects stay on one line. */
function showTree(printer: Printer, value: unknown, indent: string): void {
  if (typeof value !== 'object' || value === null) return;
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item: unknown): [string, unknown] => ['-', item])
    : Object.entries(value);
  for (const [name, child] of entries) {
    const label = printer.colours.cyan(name === '-' ? '-' : printableName(name));
    const line = oneLine(child);
    if (line !== null) printer.line(`${indent}${label} ${line}`);
    else {
      printer.line(`${indent}${label}`);
      showTree(printer, child, `${indent}  `);
    }
  }
}

const longestLine = 90;

function oneLine(value: unknown): string | null {
  if (value === null) return '—';
  if (typeof value !== 'object') return printableText(String(value));
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, child]) => {
    const text = oneLine(child);
    return text === null ? null : isList ? text : `${printableName(name)}=${text}`;
  });
  if (parts.includes(null)) return null;
  const line = parts.length === 0 ? 'none' : parts.join(isList ? ', ' : '  ');
  return line.length <= longestLine ? line : null;
}
