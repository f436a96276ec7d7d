import { requireWorkspace } from '../../admin/require-workspace.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createPrinter, type Printer } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

export async function exportWorkspace(terminal: Terminal, options: { workspace: string; json?: true }): Promise<void> {
  const entry = await withStore(terminal, async (store) => {
    const found = await store.exportWorkspace({ workspaceId: options.workspace });
    if (found === null) await requireWorkspace(store, options.workspace);
    return found;
  });
  if (entry === null) throw new OperatorError('The workspace was made just now; try again.');
  const printer = createPrinter(terminal);
  if (options.json) await writeJson(printer, entry);
  else await writeYaml(printer, entry);
}

type Entry = { readonly conversations?: readonly { readonly messages?: readonly unknown[] }[] };

/** Conversations are written one by one, so that a large workspace never stands in memory twice. */
async function writeJson(printer: Printer, { conversations = [], ...rest }: Entry): Promise<void> {
  const head = JSON.stringify(rest, null, 2);
  if (conversations.length === 0) return printer.write(`{"workspaces": [${head}]}\n`);
  await printer.write(`{"workspaces": [${head.slice(0, -2)},\n  "conversations": [\n`);
  for (const [index, conversation] of conversations.entries()) {
    await printer.write(`    ${JSON.stringify(conversation)}${index === conversations.length - 1 ? '' : ','}\n`);
  }
  await printer.write('  ]\n}]}\n');
}

const messagesPerPart = 500;

async function writeYaml(printer: Printer, { conversations = [], ...rest }: Entry): Promise<void> {
  const { stringify } = await import('yaml');
  const indented = (value: unknown, spaces: number): string =>
    stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).replace(/^(?=.)/gm, ' '.repeat(spaces));
  await printer.write(`workspaces:\n${indented([rest], 2)}`);
  if (conversations.length > 0) await printer.write('    conversations:\n');
  for (const { messages = [], ...conversation } of conversations) {
    await printer.write(indented([conversation], 6));
    if (messages.length > 0) await printer.write('        messages:\n');
    for (let start = 0; start < messages.length; start += messagesPerPart) {
      await printer.write(indented(messages.slice(start, start + messagesPerPart), 10));
    }
  }
}
