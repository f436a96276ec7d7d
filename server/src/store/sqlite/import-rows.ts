import type { MessageDocument } from '../../domain/conversation.ts';
import { messageIdentity } from '../../domain/message-identity.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { Persona } from '../../domain/persona.ts';
import { personaRevision } from '../../domain/profile-revision.ts';
import type {
  ConversationDocument,
  ProfileDocument,
  WorkspaceDocument,
  WorkspaceEntry,
} from '../../domain/workspace-document.ts';
import { jsonText } from './json-text.ts';

/**
 * A document's records as rows, in portions that are small enough to be sent one at a time. Omitted fields are null. If
 * null is also a value that clears the field, the row says whether the field is present.
 */
export interface ImportPortion {
  readonly workspaces: WorkspaceRow[];
  readonly profiles: ProfileRow[];
  readonly conversations: ConversationRow[];
  readonly messages: MessageRow[];
}

export interface WorkspaceRow {
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: string;
  readonly status: string | null;
  readonly namesReplies: boolean;
  readonly monthlyReplies: number | null;
  readonly allowedOrigins: string | null;
  readonly namesNotifications: boolean;
  readonly notifications: string | null;
  readonly drafting: string | null;
}

export interface ProfileRow {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly displayName: string;
  readonly status: string | null;
  /** Null keeps the stored persona. */
  readonly persona: PersonaRow | null;
}

/** A persona as JSON text, with the revision of the profile for each status, because the stored status may be kept. */
export interface PersonaRow {
  readonly json: string;
  readonly activeRevision: string;
  readonly inactiveRevision: string;
}

export interface ConversationRow {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** The record's location in the document, for reporting faults. */
  readonly path: string;
  readonly profileId: string;
  readonly channel: string | null;
  readonly contact: string | null;
  readonly relationship: string | null;
  readonly state: string | null;
}

export interface MessageRow {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** The message's index in its conversation in the document. */
  readonly place: number;
  readonly messageId: string;
  readonly isNamed: boolean;
  readonly direction: string;
  readonly senderType: string | null;
  readonly body: string;
  readonly sentAt: EpochMs;
  /** Null keeps the stored value. The same applies to the two fields below. */
  readonly editedAt: EpochMs | null;
  readonly deletedAt: EpochMs | null;
  readonly attachments: string | null;
}

/** Yields the document's records in portions, in the document's order, so that referenced records come first. */
export function* portionsOf({ workspaces }: WorkspaceDocument): Generator<ImportPortion> {
  let portion = emptyPortion();
  for (const [index, workspace] of workspaces.entries()) {
    portion.workspaces.push(workspaceRow(workspace));
    for (const profile of workspace.profiles ?? []) {
      portion.profiles.push(profileRow(workspace.id, profile));
      if (isFull(portion)) portion = yield* handOver(portion);
    }
    for (const [place, conversation] of (workspace.conversations ?? []).entries()) {
      const row = conversationRow(workspace.id, conversation, `workspaces[${index}].conversations[${place}]`);
      portion.conversations.push(row);
      for (const [messagePlace, message] of (conversation.messages ?? []).entries()) {
        portion.messages.push(messageRow(row, message, messagePlace));
        if (isFull(portion)) portion = yield* handOver(portion);
      }
      if (isFull(portion)) portion = yield* handOver(portion);
    }
    if (isFull(portion)) portion = yield* handOver(portion);
  }
  yield portion;
}

function* handOver(portion: ImportPortion): Generator<ImportPortion, ImportPortion> {
  yield portion;
  return emptyPortion();
}

function emptyPortion(): ImportPortion {
  return { workspaces: [], profiles: [], conversations: [], messages: [] };
}

/**
 * Returns true once a portion has about a thousand records. Texts have a maximum length, so a portion is at most a few
 * megabytes.
 */
function isFull({ workspaces, profiles, conversations, messages }: ImportPortion): boolean {
  return workspaces.length + 20 * profiles.length + conversations.length + messages.length >= 1_000;
}

function workspaceRow(workspace: WorkspaceEntry): WorkspaceRow {
  return {
    workspaceId: workspace.id,
    name: workspace.name,
    plan: workspace.plan,
    status: workspace.status ?? null,
    namesReplies: workspace.monthlyReplies !== undefined,
    monthlyReplies: workspace.monthlyReplies ?? null,
    allowedOrigins: jsonText(workspace.allowedOrigins),
    namesNotifications: workspace.notifications !== undefined,
    notifications: jsonText(workspace.notifications),
    drafting: jsonText(workspace.drafting),
  };
}

function profileRow(workspaceId: string, { id, displayName, status, persona }: ProfileDocument): ProfileRow {
  return {
    workspaceId,
    profileId: id,
    displayName,
    status: status ?? null,
    persona: persona === undefined ? null : personaRow(displayName, persona),
  };
}

/** Returns a persona's row. */
export function personaRow(displayName: string, persona: Persona): PersonaRow {
  return {
    json: JSON.stringify(persona),
    activeRevision: personaRevision({ displayName, status: 'active', persona }),
    inactiveRevision: personaRevision({ displayName, status: 'inactive', persona }),
  };
}

function conversationRow(workspaceId: string, conversation: ConversationDocument, path: string): ConversationRow {
  return {
    workspaceId,
    conversationId: conversation.id,
    path,
    profileId: conversation.profileId,
    channel: conversation.channel ?? null,
    contact: jsonText(conversation.contact),
    relationship: jsonText(conversation.relationship),
    state: conversation.state ?? null,
  };
}

function messageRow(of: ConversationRow, message: MessageDocument, place: number): MessageRow {
  const { direction, body } = message;
  const sentAt = Date.parse(message.sentAt);
  return {
    workspaceId: of.workspaceId,
    conversationId: of.conversationId,
    place,
    messageId: message.id ?? messageIdentity({ sentAt, direction, body }),
    isNamed: message.id !== undefined,
    direction,
    senderType: message.senderType ?? null,
    body,
    sentAt,
    editedAt: timeOf(message.editedAt),
    deletedAt: timeOf(message.deletedAt),
    attachments: message.attachments === undefined ? null : JSON.stringify(message.attachments),
  };
}

function timeOf(written: string | undefined): EpochMs | null {
  return written === undefined ? null : Date.parse(written);
}
