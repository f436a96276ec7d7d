import type { WorkspaceDocument } from '../../../src/domain/workspace-document.ts';
import { sampleWorkspace } from '../../support/world.ts';

/** So much that a backup of it takes a second, and tells how far it is. */
export function longDocument(): WorkspaceDocument {
  const messages = Array.from({ length: 60_000 }, (_, index) => ({
    direction: 'inbound' as const,
    body: `message ${index} ${'x'.repeat(300)}`,
    sentAt: new Date(index * 1_000).toISOString(),
  }));
  const long = { id: 'conv_long', profileId: 'prof_aurora', messages };
  return { workspaces: [{ ...sampleWorkspace('ws_aurora'), conversations: [long] }] };
}
