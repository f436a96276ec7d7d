import { WorkspaceDocument } from '../../domain/workspace-document.ts';

/** The JSON Schema of the workspace document, for editors, as the text that the repository publishes. */
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
