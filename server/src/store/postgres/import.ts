import { type ConnectionRecord, importedConnection } from '../../domain/inbox/connection.ts';
import { importedPage, type PageRecord } from '../../domain/page/page.ts';
import { pageItemsOf } from '../../domain/page/page-items.ts';
import type { Persona } from '../../domain/persona.ts';
import { personaRevision } from '../../domain/profile-revision.ts';
import type { ProfileDocument, WorkspaceDocument, WorkspaceEntry } from '../../domain/workspace-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { pageFault } from '../page-fault.ts';
import type { PutPage } from '../page-port.ts';
import type { Store } from '../port.ts';
import type { ImportSummary, Tally } from '../workspace-port.ts';
import type { Call, Database } from './database.ts';
import { byId, chunks, conversationChunks } from './import-chunks.ts';
import { connectionRow } from './inbox.ts';

type Tallies = { -readonly [Kind in 'workspaces' | 'profiles' | 'conversations' | 'messages']: Tally };

interface ImportedConversations {
  readonly conversations: Tally;
  readonly messages: Tally;
  /** Conversations whose profile does not exist. */
  readonly homeless: readonly string[];
  readonly keptAwaiting: readonly string[];
}

/**
 * Creates the import, which sends a document in chunks within one transaction. Ids are always sent in the same order,
 * so that two imports never deadlock.
 */
export function createImport(database: Database): Pick<Store, 'importDocument'> {
  return {
    importDocument: (document, { forceState, dryRun }, onProgress) =>
      database.transaction(dryRun ? 'rehearsal' : 'change', (call) => {
        const total = countMessages(document);
        let done = 0;
        const onAdded = (added: number) => {
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
  onAdded: (messages: number) => void,
): Promise<ImportSummary> {
  const tallies: Tallies = { workspaces: none, profiles: none, conversations: none, messages: none };
  const add = (kind: keyof Tallies, tally: Tally) => {
    tallies[kind] = sum(tallies[kind], tally);
  };
  const keptAwaiting: string[] = [];
  const faults: string[] = [];
  for (const workspaces of chunks(byId(document.workspaces.map(headOf)))) {
    add('workspaces', await call('import_workspaces', { workspaces: JSON.stringify(workspaces) }));
  }
  for (const entry of byId(document.workspaces)) {
    for (const profiles of chunks(byId(entry.profiles ?? []))) {
      const rows = JSON.stringify(await profileRows(call, entry.id, profiles));
      add('profiles', await call('import_profiles', { workspace: entry.id, profiles: rows }));
    }
    const homeless = new Set<string>();
    for (const { conversations, messages, repeats } of conversationChunks(entry.conversations ?? [])) {
      const imported: ImportedConversations = await call('import_conversations', {
        workspace: entry.id,
        conversations: JSON.stringify(conversations),
        messages: JSON.stringify(messages),
        force_state: forceState,
      });
      add('conversations', imported.conversations);
      add('messages', { ...imported.messages, unchanged: imported.messages.unchanged + repeats });
      keptAwaiting.push(...imported.keptAwaiting);
      for (const id of imported.homeless) homeless.add(id);
      if (messages.length > 0) onAdded(messages.length + repeats);
    }
    faults.push(...homelessFaults(document, entry, homeless));
    const path = `workspaces[${document.workspaces.indexOf(entry)}]`;
    faults.push(...(await importInbox(call, entry, path)), ...(await importPages(call, entry, path)));
  }
  if (faults.length > 0) {
    throw new OperatorError('The document conflicts with the stored data, so nothing was imported.', faults);
  }
  return { ...tallies, keptAwaiting };
}

function headOf(entry: WorkspaceEntry) {
  const { profiles: _, conversations: __, connections: ___, shares: ____, pages: _____, ...head } = entry;
  return head;
}

/** Stores shares and connections. Returns a fault for each connection that conflicts with the stored data. */
async function importInbox(call: Call, entry: WorkspaceEntry, path: string): Promise<string[]> {
  const { id: workspace, shares = null, connections = [] } = entry;
  if (shares === null && connections.length === 0) return [];
  const stored = (await call<ConnectionRecord[] | null>('list_connections', { workspace })) ?? [];
  const faults: string[] = [];
  // The database sets a connection's creation time from its own clock.
  const changes = connections.flatMap((given, index) => {
    const known = stored.find(({ connectionId }) => connectionId === given.id) ?? null;
    const imported = importedConnection(known, given, 0);
    if ('change' in imported) return [connectionRow(imported.change)];
    faults.push(`${path}.connections[${index}].${imported.fault.field} ${imported.fault.message}`);
    return [];
  });
  if (faults.length === 0) {
    await call('import_inbox', {
      workspace,
      shares: shares === null ? null : JSON.stringify(shares),
      connections: JSON.stringify(changes),
    });
  }
  return faults;
}

/** Stores Pages. Returns a fault for each Page that conflicts with the stored data. */
async function importPages(call: Call, { id: workspace, pages = [] }: WorkspaceEntry, path: string): Promise<string[]> {
  if (pages.length === 0) return [];
  const stored = (await call<PageRecord[] | null>('list_pages', { workspace })) ?? [];
  const faults: string[] = [];
  for (const [index, given] of pages.entries()) {
    const known = stored.find(({ slug }) => slug === given.slug) ?? null;
    const page = JSON.stringify(importedPage(known, given));
    const { outcome } = await call<PutPage>('put_page', { workspace, page, new: known === null });
    if (outcome !== 'done') faults.push(pageFault(`${path}.pages[${index}]`, given, outcome));
  }
  return faults;
}

/** Returns the rows of profiles. A profile without a persona in the document keeps the stored one. */
async function profileRows(call: Call, workspace: string, profiles: readonly ProfileDocument[]) {
  const keeping = profiles.filter(({ persona }) => persona === undefined).map(({ id }) => id);
  const stored = new Map<string, Persona>(
    keeping.length === 0
      ? []
      : Object.entries(await call<Record<string, Persona>>('hold_personas', { workspace, profiles: keeping })),
  );
  return profiles.map(({ id, displayName, status, persona = stored.get(id) ?? {} }) => {
    const revisionAs = (as: 'active' | 'inactive') => personaRevision({ displayName, status: as, persona });
    const revisions = { active: revisionAs('active'), inactive: revisionAs('inactive') };
    return { id, displayName, status, persona, revisions, pageItems: pageItemsOf(persona) };
  });
}

function homelessFaults(document: WorkspaceDocument, entry: WorkspaceEntry, homeless: ReadonlySet<string>): string[] {
  const place = `workspaces[${document.workspaces.indexOf(entry)}].conversations`;
  return (entry.conversations ?? []).flatMap(({ id, profileId }, index) =>
    homeless.has(id) ? [`${place}[${index}].profileId "${profileId}" is not a profile of workspace "${entry.id}"`] : [],
  );
}

function countMessages({ workspaces }: WorkspaceDocument): number {
  const counts = workspaces.flatMap(({ conversations = [] }) =>
    conversations.map(({ messages = [] }) => messages.length),
  );
  return counts.reduce((total, count) => total + count, 0);
}

const none: Tally = { created: 0, updated: 0, unchanged: 0 };

function sum(one: Tally, other: Tally): Tally {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
  };
}
