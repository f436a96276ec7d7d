import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '../domain/period.ts';
import type { WorkspaceDocument } from '../domain/workspace-document.ts';
import { parseDocument } from './documents/parse-document.ts';
import { validateDocument } from './documents/validate-document.ts';

const path = join(import.meta.dirname, '../../demo/demo-workspace.yaml');
/** The age of the demo's newest message. */
const newestAgeMs = 180_000;

/**
 * Reads the demo: one workspace, two example creators and thirty conversations, with timestamps moved to the days
 * before `now`.
 */
export async function readDemoDocument(now: EpochMs): Promise<WorkspaceDocument> {
  const name = 'demo-workspace.yaml';
  const document = validateDocument(await parseDocument(readFileSync(path), name), name);
  const messages = document.workspaces.flatMap(({ conversations = [] }) =>
    conversations.flatMap(({ messages: some = [] }) => some),
  );
  const newest = Math.max(...messages.map(({ sentAt }) => Date.parse(sentAt)));
  const shiftMs = now - newestAgeMs - newest;
  for (const message of messages) message.sentAt = new Date(Date.parse(message.sentAt) + shiftMs).toISOString();
  return document;
}
