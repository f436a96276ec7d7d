import type { Contact, ConversationState, Direction, HistoryMessage, Relationship } from '../../domain/conversation.ts';
import type { Persona } from '../../domain/persona.ts';
import type { ConversationContext, ProfileRecord } from '../workspace-port.ts';
import type { Connection } from './connection.ts';

/** How many messages a draft or a handoff sees. */
const historyLength = 40;

type MessageTuple = [direction: Direction, senderType: string | null, body: string, sentAt: number];
const messageColumns = 'direction, sender_type, body, sent_at';

interface ConversationRef {
  readonly workspaceId: string;
  readonly conversationId: string;
}

interface ConversationRow {
  readonly profileId: string;
  readonly state: ConversationState;
  readonly epoch: number;
  readonly channel: string | null;
  readonly contact: string | null;
  readonly relationship: string | null;
}

/** Returns a conversation with its last 40 messages, oldest first, or null if it does not exist. */
export function readConversation(
  db: Connection,
  ref: ConversationRef,
): { readonly profileId: string; readonly context: ConversationContext } | null {
  const { workspaceId, conversationId } = ref;
  const row = db.get<ConversationRow>(
    `SELECT profile_id AS profileId, state, epoch, channel, contact, relationship FROM conversations
     WHERE workspace_id = ? AND conversation_id = ?`,
    workspaceId,
    conversationId,
  );
  if (row === undefined) return null;
  const newestFirst = db.tuples<MessageTuple>(
    `SELECT ${messageColumns} FROM messages WHERE workspace_id = ? AND conversation_id = ?
     ORDER BY sent_at DESC, position DESC LIMIT ${historyLength}`,
    workspaceId,
    conversationId,
  );
  const contact: Contact | null = row.contact === null ? null : JSON.parse(row.contact);
  const relationship: Relationship | null = row.relationship === null ? null : JSON.parse(row.relationship);
  const { state, epoch, channel } = row;
  const messages = newestFirst.reverse().map(messageOf);
  return {
    profileId: row.profileId,
    context: { conversationId, state, epoch, channel, contact, relationship, messages, latestInbound: null },
  };
}

/** Returns the contact's latest message, however old it is, or null if there is none. */
export function latestInbound(db: Connection, { workspaceId, conversationId }: ConversationRef): HistoryMessage | null {
  const [row] = db.tuples<MessageTuple>(
    `SELECT ${messageColumns} FROM messages WHERE workspace_id = ? AND conversation_id = ? AND direction = 'inbound'
     ORDER BY sent_at DESC, position DESC LIMIT 1`,
    workspaceId,
    conversationId,
  );
  return row === undefined ? null : messageOf(row);
}

/** Returns a profile; with `onlyActive`, only an active one. Returns null if there is none. */
export function readProfile(
  db: Connection,
  { workspaceId, profileId, onlyActive }: { workspaceId: string; profileId: string; onlyActive: boolean },
): ProfileRecord | null {
  const row = db.get<Omit<ProfileRecord, 'persona'> & { persona: string; status: string }>(
    `SELECT profile_id AS profileId, display_name AS displayName, revision, persona, status FROM profiles
     WHERE workspace_id = ? AND profile_id = ?`,
    workspaceId,
    profileId,
  );
  if (row === undefined || (onlyActive && row.status !== 'active')) return null;
  const { displayName, revision } = row;
  const persona: Persona = JSON.parse(row.persona);
  return { profileId, displayName, revision, persona };
}

function messageOf([direction, senderType, body, sentAt]: MessageTuple): HistoryMessage {
  return { direction, senderType, body, sentAt };
}
