import { WorkspaceDocument } from '../../domain/workspace-document.ts';

/** Returns the text of the workspace document's JSON Schema, which the repository publishes for editors. */
export function workspaceSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Understudy workspace document',
    ...WorkspaceDocument,
    description:
      'The format that "understudy import" reads and "understudy export" writes: workspaces, profiles and conversations, by id.',
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
