import type { WorkspaceEntry } from '../../domain/workspace-document.ts';

/** Writes text to a destination; resolves once more can be written. */
type Write = (text: string) => Promise<void>;

/** Writes one workspace as a JSON document, conversation by conversation, so that the whole text is never in memory. */
export async function writeAsJson({ conversations = [], ...rest }: WorkspaceEntry, write: Write): Promise<void> {
  const head = JSON.stringify(rest, null, 2);
  if (conversations.length === 0) return write(`{"workspaces": [${head}]}\n`);
  await write(`{"workspaces": [${head.slice(0, -2)},\n  "conversations": [\n`);
  for (const [index, conversation] of conversations.entries()) {
    await write(`    ${JSON.stringify(conversation)}${index === conversations.length - 1 ? '' : ','}\n`);
  }
  await write('  ]\n}]}\n');
}

const messagesPerPart = 500;
/** Block scalars (`|`) lose the blanks in whitespace-only lines, so multi-line texts are quoted instead. */
const losslessly = { lineWidth: 0, blockQuote: false, aliasDuplicateObjects: false } as const;

/** Writes one workspace as a YAML document, part by part. */
export async function writeAsYaml({ conversations = [], ...rest }: WorkspaceEntry, write: Write): Promise<void> {
  const { stringify } = await import('yaml');
  const indented = (value: unknown, spaces: number): string =>
    stringify(value, losslessly)
      .split('\n')
      .map((line) => (line === '' ? line : ' '.repeat(spaces) + line))
      .join('\n');
  await write(`workspaces:\n${indented([rest], 2)}`);
  if (conversations.length > 0) await write('    conversations:\n');
  for (const { messages = [], ...conversation } of conversations) {
    await write(indented([conversation], 6));
    if (messages.length > 0) await write('        messages:\n');
    for (let start = 0; start < messages.length; start += messagesPerPart) {
      await write(indented(messages.slice(start, start + messagesPerPart), 10));
    }
  }
}
