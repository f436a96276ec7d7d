import { messageIdentity } from '../../domain/message-identity.ts';
import { personaRevision } from '../../domain/profile-revision.ts';
import type {
  ConversationDocument,
  ProfileDocument,
  WorkspaceDocument,
  WorkspaceEntry,
} from '../../domain/workspace-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { ImportSummary, Store, Tally } from '../port.ts';
import type { Call, Database } from './database.ts';

type Tallies = { -readonly [Kind in 'workspaces' | 'profiles' | 'conversations' | 'messages']: Tally };
type Progress = (added: number) => void;

const rowsAtOnce = 1_000;

/** Sends a document in pieces within one transaction; ids go in one order, so that two imports never lock each other out. */
export function createImport(database: Database): Pick<Store, 'importDocument'> {
  return {
    importDocument: (document, { forceState, dryRun }, onProgress) =>
      database.transaction(dryRun ? 'rehearsal' : 'change', async (call) => {
        const total = countMessages(document);
        let done = 0;
        const onAdded: Progress = (added) => {
          done += added;
          onProgress?.(done, total);
        };
        return importAll(call, document, forceState, onAdded);
      }),
  };
}

async function importAll(
  call: Call,
  document: WorkspaceDocument,
  forceState: boolean,
  onAdded: Progress,
): Promise<ImportSummary> {
  const tallies: Tallies = { workspaces: none, profiles: none, conversations: none, messages: none };
  const keptAwaiting: string[] = [];
  const faults: string[] = [];
  for (const workspaces of chunks(byId(document.workspaces.map(headOf)))) {
    tallies.workspaces = sum(
      tallies.workspaces,
      await call<Tally>('import_workspaces', { workspaces: JSON.stringify(workspaces) }),
    );
  }
  for (const entry of byId(document.workspaces)) {
    for (const profiles of chunks(byId(entry.profiles ?? []))) {
      const parameters = { workspace: entry.id, profiles: JSON.stringify(profiles.map(profileRow)) };
      tallies.profiles = sum(tallies.profiles, await call<Tally>('import_profiles', parameters));
    }
    const homeless = new Set<string>();
    for (const conversations of chunks(byId(entry.conversations ?? []))) {
      const imported = await call<{ tally: Tally; homeless: string[]; keptAwaiting: string[] }>(
        'import_conversations',
        {
          workspace: entry.id,
          conversations: JSON.stringify(conversations.map(conversationRow)),
          force_state: forceState,
        },
      );
      tallies.conversations = sum(tallies.conversations, imported.tally);
      keptAwaiting.push(...imported.keptAwaiting);
      for (const id of imported.homeless) homeless.add(id);
    }
    faults.push(...homelessFaults(document, entry, homeless));
    if (faults.length > 0) continue;
    for await (const tally of importMessages(call, entry, onAdded)) tallies.messages = sum(tallies.messages, tally);
  }
  if (faults.length > 0) {
    throw new OperatorError('The document names profiles that do not exist; nothing of it was imported.', faults);
  }
  return { ...tallies, keptAwaiting };
}

async function* importMessages(call: Call, entry: WorkspaceEntry, onAdded: Progress): AsyncGenerator<Tally> {
  for (const rows of chunks(messageRows(entry))) {
    const once = new Map(rows.map((row) => [JSON.stringify([row.conversationId, row.messageId]), row]));
    const tally = await call<Tally>('import_messages', {
      workspace: entry.id,
      messages: JSON.stringify([...once.values()]),
    });
    yield { ...tally, unchanged: tally.unchanged + rows.length - once.size };
    onAdded(rows.length);
  }
}

function* messageRows({ conversations = [] }: WorkspaceEntry) {
  for (const { id: conversationId, messages = [] } of conversations) {
    for (const { id, direction, senderType, body, sentAt: written } of messages) {
      const sentAt = Date.parse(written);
      const messageId = id ?? messageIdentity({ sentAt, direction, body });
      yield { conversationId, messageId, direction, senderType, body, sentAt };
    }
  }
}

function headOf({ profiles: _, conversations: __, ...head }: WorkspaceEntry) {
  return head;
}

function profileRow({ id, displayName, status, persona = {} }: ProfileDocument) {
  const revisionAs = (as: 'active' | 'inactive') => personaRevision({ displayName, status: as, persona });
  return {
    id,
    displayName,
    status,
    persona,
    revisions: { active: revisionAs('active'), inactive: revisionAs('inactive') },
  };
}

function conversationRow({ messages: _, ...conversation }: ConversationDocument) {
  return conversation;
}

function homelessFaults(document: WorkspaceDocument, entry: WorkspaceEntry, homeless: ReadonlySet<string>): string[] {
  const place = `workspaces[${document.workspaces.indexOf(entry)}].conversations`;
  return (entry.conversations ?? []).flatMap(({ id, profileId }, index) =>
    homeless.has(id) ? [`${place}[${index}].profileId "${profileId}" is no profile of workspace "${entry.id}"`] : [],
  );
}

function countMessages({ workspaces }: WorkspaceDocument): number {
  let total = 0;
  for (const { conversations = [] } of workspaces)
    for (const { messages = [] } of conversations) total += messages.length;
  return total;
}

const none: Tally = { created: 0, updated: 0, unchanged: 0 };

function sum(one: Tally, other: Tally): Tally {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
  };
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)));
}

function* chunks<Item>(items: Iterable<Item>): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < rowsAtOnce) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
