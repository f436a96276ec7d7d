import type { ConnectionRecord, SealedSecret } from '../../domain/inbox/connection.ts';
import type { DraftRow, MessageRow, OutboxRow, ThreadRow } from '../../domain/inbox/rows.ts';

export const connectionColumns = `connection_id AS connectionId, profile_id AS profileId, kind, settings, state,
  paused_from AS stateBeforePause, sees_echo AS seesEcho, last_event_at AS lastEventAt, created_at AS createdAt,
  receiver_id AS receiverId, secrets`;

export interface StoredConnection extends Omit<ConnectionRecord, 'seesEcho' | 'secrets'> {
  readonly settings: string;
  readonly seesEcho: number;
  readonly secrets: string;
}

export function connectionOf({ settings, seesEcho, secrets, ...row }: StoredConnection): ConnectionRecord {
  const sealed: SealedSecret[] = JSON.parse(secrets);
  return { ...row, ...JSON.parse(settings), seesEcho: seesEcho === 1, secrets: sealed };
}

export const threadColumns = `conversation_id AS conversationId, connection_id AS connectionId, thread_id AS threadId,
  wake_at AS wakeAt, locked_until AS lockedUntil, held, held_at AS heldAt, data`;
export const draftColumns = `draft_id AS draftId, conversation_id AS conversationId, connection_id AS connectionId, epoch, state,
  outbox_id AS outboxId, created_at AS createdAt, data`;
export const outboxColumns = `outbox_id AS outboxId, conversation_id AS conversationId, connection_id AS connectionId,
  profile_id AS profileId, state, ended_at AS endedAt, change_number AS change, data`;
export const messageColumns = `message_id AS messageId, direction, sender_type AS senderType, body, sent_at AS sentAt, position,
  edited_at AS editedAt, deleted_at AS deletedAt, attachments, recorded`;

/** A row whose other fields are stored as JSON in `data`. */
export type WithData<Row> = { readonly data: string } & Partial<Row>;

/** Returns all fields of a row. If a field is both in a column and in `data`, the column takes precedence. */
export function whole<Row extends ThreadRow | DraftRow | OutboxRow>({ data, ...columns }: WithData<Row>): Row {
  // The columns, together with what `dataOf` stored, form the whole row.
  return { ...JSON.parse(data), ...columns } as Row;
}

/** Returns the part of a row that is stored in `data`: all fields without a column. */
export function dataOf(row: object, columns: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).filter(([field]) => !columns.includes(field))));
}

export type StoredMessage = Omit<MessageRow, 'attachments' | 'recorded'> & {
  readonly attachments: string | null;
  readonly recorded: string | null;
};

export function inboxMessageOf({ attachments, recorded, ...row }: StoredMessage): MessageRow {
  const kinds: MessageRow['attachments'] = attachments === null ? [] : JSON.parse(attachments);
  return { ...row, attachments: kinds, recorded: recorded === null ? null : JSON.parse(recorded) };
}
