import type { WorkspaceEntry } from '../../domain/workspace-document.ts';

/** Where text goes; resolves once more can be taken. */
type Write = (text: string) => Promise<void>;

/** Writes one workspace as a document in JSON, conversation by conversation, so that it never stands in memory twice. */
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
/** Block scalars (`|`) lose blanks in lines of nothing else, so texts of several lines are written in quotes. */
const losslessly = { lineWidth: 0, blockQuote: false, aliasDuplicateObjects: false } as const;

/** Writes one workspace as a document in YAML, part by part. */
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
