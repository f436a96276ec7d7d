import type { MessageDocument } from '../../domain/conversation.ts';
import { type ConnectionRecord, connectionDocument } from '../../domain/inbox/connection.ts';
import { messageIdentity } from '../../domain/message-identity.ts';
import { type PageRecord, pageDocument } from '../../domain/page/page.ts';
import type { ConversationDocument, WorkspaceEntry } from '../../domain/workspace-document.ts';
import type { Store } from '../port.ts';
import type { Call, Database } from './database.ts';

type StoredConversation = Omit<ConversationDocument, 'messages'> & { readonly id: string; readonly messages: number };
type StoredMessage = Omit<MessageDocument, 'sentAt' | 'editedAt' | 'deletedAt'> & {
  readonly sentAt: number;
  readonly editedAt: number | null;
  readonly deletedAt: number | null;
  readonly position: number;
};

const conversationsAtOnce = 500;
const messagesAtOnce = 5_000;

/** Creates the export, which reads a workspace in pieces from one snapshot. */
export function createExport(database: Database): Pick<Store, 'exportWorkspace'> {
  return {
    exportWorkspace: ({ workspaceId }) =>
      database.transaction('snapshot', async (call) => {
        const head = await call<WorkspaceEntry | null>('export_workspace', { workspace: workspaceId });
        if (head === null) return null;
        const conversations = await conversationsOf(call, workspaceId);
        const stored = (await call<ConnectionRecord[] | null>('list_connections', { workspace: workspaceId })) ?? [];
        const connections = stored.map(connectionDocument);
        const pages = ((await call<PageRecord[] | null>('list_pages', { workspace: workspaceId })) ?? []).map(
          pageDocument,
        );
        return {
          ...withoutNulls(head),
          conversations,
          ...(connections.length > 0 && { connections }),
          ...(pages.length > 0 && { pages }),
        };
      }),
  };
}

async function conversationsOf(call: Call, workspace: string): Promise<ConversationDocument[]> {
  const all: ConversationDocument[] = [];
  let page: StoredConversation[];
  do {
    const after = all.at(-1)?.id ?? '';
    page = await call<StoredConversation[]>('export_conversations', { workspace, after, limit: conversationsAtOnce });
    for (const conversation of page) {
      const messages = conversation.messages === 0 ? [] : await messagesOf(call, workspace, conversation.id);
      all.push({ ...withoutNulls(conversation), messages });
    }
  } while (page.length === conversationsAtOnce);
  return all;
}

async function messagesOf(call: Call, workspace: string, conversation: string): Promise<MessageDocument[]> {
  const all: MessageDocument[] = [];
  let last: StoredMessage | undefined;
  let page: StoredMessage[];
  do {
    page = await call<StoredMessage[]>('export_messages', {
      workspace,
      conversation,
      after_sent_at: last?.sentAt ?? Number.MIN_SAFE_INTEGER,
      after_position: last?.position ?? 0,
      limit: messagesAtOnce,
    });
    all.push(...page.map(messageDocument));
    last = page.at(-1);
  } while (page.length === messagesAtOnce);
  return all;
}

/** Returns a message as it appears in a workspace document. An id that is derived from the content is omitted. */
function messageDocument(message: StoredMessage): MessageDocument {
  const { id, direction, senderType, body, sentAt, editedAt, deletedAt, attachments } = message;
  const isDerived = id === messageIdentity({ sentAt, direction, body });
  return withoutNulls({
    ...(!isDerived && { id }),
    direction,
    senderType,
    body,
    sentAt: written(sentAt),
    ...(editedAt !== null && { editedAt: written(editedAt) }),
    ...(deletedAt !== null && { deletedAt: written(deletedAt) }),
    attachments,
  });
}

function written(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Removes fields that are null, because a document omits unset fields. */
function withoutNulls<Value extends object>(value: Value): Value {
  // Only optional fields are ever null, so the type stays correct without them.
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as Value;
}
