import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/admin/documents/parse-document.ts';
import { writeAsJson, writeAsYaml } from '../../src/admin/documents/write-document.ts';
import type { WorkspaceEntry } from '../../src/domain/workspace-document.ts';

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed().replaceAll('\0', '')),
  fc
    .array(fc.constantFrom('word', ' ', '\n', '\t', ': ', '- ', '\\', '"', '# ', '\u2028', '\u0085', '\r'), {
      maxLength: 80,
    })
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '- a',
    'a: b',
    '# c',
    '\n',
    ' a\n\n b\n',
    '  \n',
    '"',
    "'",
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '%',
    '@',
    '`',
    'null',
    'true',
    'NO',
    '1e3',
    '0x1',
    '2026-01-01',
    '---',
    '...',
    '\r\n',
    '\u2028',
    '\ufeff',
    '🎉',
  ),
);
const message = fc.record(
  { direction: fc.constantFrom('inbound' as const, 'outbound' as const), body: text, sentAt: text, id: text },
  { requiredKeys: ['direction', 'body', 'sentAt'] },
);
const entry: fc.Arbitrary<WorkspaceEntry> = fc.record(
  {
    id: text,
    name: text,
    plan: fc.constantFrom('creator' as const, 'agency' as const),
    profiles: fc.array(
      fc.record({
        id: text,
        displayName: text,
        persona: fc.record({ facts: fc.array(fc.record({ id: text, text })) }),
      }),
      { maxLength: 2 },
    ),
    conversations: fc.array(
      fc.record({
        id: text,
        profileId: text,
        contact: fc.record({ name: text }),
        messages: fc.array(message, { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  },
  { requiredKeys: ['id', 'name', 'plan'] },
);

test.each([
  ['JSON', writeAsJson, 'a.json'],
  ['YAML', writeAsYaml, 'a.yaml'],
] as const)('a document written as %s reads as the original', async (_, write, name) => {
  await fc.assert(
    fc.asyncProperty(entry, async (workspace) => {
      let written = '';
      await write(workspace, async (part) => {
        written += part;
      });
      expect(await parseDocument(Buffer.from(written), name)).toEqual({ workspaces: [workspace] });
    }),
    { numRuns: 300 },
  );
});
