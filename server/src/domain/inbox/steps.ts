import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { ConnectionRecord } from './connection.ts';
import type { CreatorAnswer } from './creator-rules.ts';
import type { EventResult, InboxEvent } from './event.ts';
import type { ClaimAnswer, ClaimInput, ReportAnswer, ReportInput } from './outbox-rules.ts';
import type { PasteAnswer, PasteInput } from './pasted-message.ts';
import type { RecordAnswer, RecordInput, UndoInput } from './recorded-answers.ts';
import type { RefusedRow } from './rows.ts';
import type { CommitAnswer, Drafted } from './settle-thread.ts';
import type { ModelTurn, PlainReason, TickAnswer } from './thread-task.ts';

type MonthlyReplies = Readonly<Record<'creator' | 'studio' | 'agency', number>>;

/** The business steps of a connected inbox. Each is performed in one commit. */
export interface InboxSteps {
  takeEvents: Step<
    {
      connectionId: string;
      events: readonly InboxEvent[];
      refused: readonly Omit<RefusedRow, 'at'>[];
      retentionMs: number | null;
    },
    { outcome: 'taken'; results: EventResult[] } | { outcome: 'connection_not_found' }
  >;
  /** Processes a thread that is due. Without `model`, no language model may be asked. */
  tick: Step<
    { conversationId: string; isForced: boolean; monthlyReplies: MonthlyReplies; model?: ModelTurn | null },
    TickAnswer
  >;
  /** Sets how long a failed draft waits for its retry, unless the thread changes earlier. */
  postponeDraft: Step<{ conversationId: string; epoch: number; forMs: number }, { outcome: 'done' | 'changed' }>;
  /** Brings a thread up to date without starting any work. */
  refresh: Step<{ conversationId: string }, { outcome: 'done' | 'not_found' }>;
  commitDraft: Step<
    {
      conversationId: string;
      epoch: number;
      messageIds: readonly string[];
      drafted: Drafted;
      isForced: boolean;
      monthlyReplies: MonthlyReplies;
    },
    CommitAnswer
  >;
  commitJudged: Step<
    { conversationId: string; epoch: number; purpose: 'hazards' | PlainReason; verdict: HandoffVerdict | null },
    CommitAnswer
  >;
  claim: Step<ClaimInput, ClaimAnswer>;
  report: Step<ReportInput, ReportAnswer>;
  approve: Step<{ draftId: string; text: string | null }, CreatorAnswer>;
  dismiss: Step<{ draftId: string }, CreatorAnswer>;
  settle: Step<{ outboxId: string; outcome: 'sent' | 'not_sent' }, CreatorAnswer>;
  answered: Step<{ conversationId: string }, { outcome: 'done' | 'not_found' }>;
  /** Records an answer that was given elsewhere. `text` is null if the words of the answer are unknown. */
  recordAnswer: Step<RecordInput, RecordAnswer>;
  /** Undoes `recordAnswer`, unless the recorded message was echoed or a newer message exists. */
  undoAnswer: Step<UndoInput, { outcome: 'done' | 'not_found' | 'too_late' }>;
  /** Stores a pasted message with its draft, and charges one unit. */
  pasteMessage: Step<PasteInput, PasteAnswer>;
  /** Stores a new connection. If one with this id exists, changes nothing and answers `exists`. */
  putConnection: Step<
    { connection: ConnectionRecord },
    { outcome: 'done'; connection: ConnectionRecord } | { outcome: 'exists' }
  >;
  renewSecret: Step<
    { connectionId: string; receiverId: string; sealed: string; overlapMs: number },
    { outcome: 'done'; receiverId: string; previousEndsAt: EpochMs | null } | { outcome: 'not_found' }
  >;
  setConnectionState: Step<
    { connectionId: string; action: 'pause' | 'resume' | 'remove' },
    { outcome: 'done'; before: ConnectionRecord['state']; after: ConnectionRecord['state'] } | { outcome: 'not_found' }
  >;
  /** Releases held threads. The number of released threads is limited by the release rate. */
  release: Step<{ conversationIds: readonly string[]; monthlyReplies: MonthlyReplies }, { released: number }>;
}

interface Step<Input, Answer> {
  readonly input: Input;
  readonly answer: Answer;
}

export type StepName = keyof InboxSteps;
export type StepInput<Name extends StepName> = InboxSteps[Name]['input'];
export type StepAnswer<Name extends StepName> = InboxSteps[Name]['answer'];
