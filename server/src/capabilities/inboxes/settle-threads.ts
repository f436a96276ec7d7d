import { gravestVerdict } from '../../domain/gravest-verdict.ts';
import type { ThreadTask } from '../../domain/inbox/thread-task.ts';
import type { HandoffVerdict } from '../../domain/notification.ts';
import { urgencyOf } from '../../domain/urgency-of.ts';
import { withoutTeaching } from '../../drafting/answer/teaching.ts';
import type { DraftInput, DraftOutput, Engine } from '../../drafting/engine.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { AutonomyRecord } from '../../store/autonomy-port.ts';
import type { Store } from '../../store/port.ts';
import type { MonthlyReplies, ProfileRecord } from '../../store/workspace-port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { tallyOf } from '../../teaching/tally-of.ts';
import { withheldItems } from '../../teaching/withheld-items.ts';

export interface SettleDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  readonly monthlyReplies: MonthlyReplies;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** The language model that reads messages for the workspaces that allow it; null if there is none. */
  readonly model: InboxModel | null;
}

export interface InboxModel {
  /** The time limit for one draft. */
  readonly timeoutMs: number;
  /** Returns true if the workspace may now begin another draft that uses the model. */
  isFree(workspaceId: string): boolean;
  /** Returns false once no caller is waiting for the draft. After that, no more questions are sent to the model. */
  isWanted(): boolean;
}

export type SettleAnswer =
  | { readonly outcome: 'idle' | 'busy' | 'judged' | 'changed' | 'postponed' | 'allowance_used' }
  | { readonly outcome: 'drafted'; readonly draftId: string; readonly decision: DraftOutput['decision'] | null };

/**
 * A thread with work that remains to be done. If `usesModel` is true, this work may take as long as a language model
 * does.
 */
export interface OpenThread {
  readonly outcome: 'open';
  readonly usesModel: boolean;
  finish(): Promise<SettleAnswer>;
}

interface ThreadRef {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly isForced: boolean;
}

/** The time that remains for storing the model's answer, in addition to the model's own time limit. */
const holdMarginMs = 5_000;
/** How long to wait before retrying a draft whose required model returned nothing. */
const againAfterMs = 30_000;

/** Examines a thread and does the work that is due: either a draft, or an assessment of hazards without a draft. */
export async function settleThread(deps: SettleDeps, of: ThreadRef): Promise<SettleAnswer> {
  const opened = await openThread(deps, of);
  return opened.outcome === 'open' ? opened.finish() : opened;
}

/** Performs the first half of `settleThread`, which never waits for a language model. */
export async function openThread(deps: SettleDeps, of: ThreadRef): Promise<SettleAnswer | OpenThread> {
  const { store, monthlyReplies, model } = deps;
  const { workspaceId, conversationId, isForced } = of;
  const turn = model && { isFree: model.isFree(workspaceId), holdMs: model.timeoutMs + holdMarginMs };
  const input = { conversationId, isForced, monthlyReplies, model: turn };
  const tick = await store.inboxStep({ workspaceId, name: 'tick', input });
  if (tick.outcome === 'drafted') return { ...tick, decision: null };
  if (tick.outcome !== 'task') return tick;
  const { task } = tick;
  const finish = () => (task.purpose === 'draft' ? draftTask(deps, of, task) : judgeTask(deps, of, task, task.purpose));
  return { outcome: 'open', usesModel: task.usesModel, finish };
}

async function judgeTask(
  deps: SettleDeps,
  of: ThreadRef,
  task: ThreadTask,
  purpose: Exclude<ThreadTask['purpose'], 'draft'>,
): Promise<SettleAnswer> {
  const { workspaceId, conversationId } = of;
  const profile = await deps.store.profile({ workspaceId, profileId: task.profileId });
  if (profile === null) return { outcome: 'changed' };
  const verdict = await gravestVerdict(task.text, async (part) => {
    const { decision } = await draft(deps, of, task, profile, part, null);
    return decision;
  });
  const isTold = purpose !== 'hazards' || isHazard(verdict);
  const input = { conversationId, epoch: task.epoch, purpose, verdict: isTold ? verdict : null };
  const { outcome } = await deps.store.inboxStep({ workspaceId, name: 'commitJudged', input });
  return { outcome: outcome === 'changed' ? 'changed' : 'judged' };
}

async function draftTask(deps: SettleDeps, of: ThreadRef, task: ThreadTask): Promise<SettleAnswer> {
  const { workspaceId, conversationId, isForced } = of;
  const { store, monthlyReplies, log } = deps;
  const profile = await store.profile({ workspaceId, profileId: task.profileId });
  const terms = await store.autonomy({ workspaceId });
  if (profile === null || terms === null) return { outcome: 'changed' };
  const { epoch, messageIds } = task;
  const postpone = async (forMs: number): Promise<SettleAnswer> => {
    await store.inboxStep({ workspaceId, name: 'postponeDraft', input: { conversationId, epoch, forMs } });
    return { outcome: 'postponed' };
  };
  let output: DraftOutput;
  try {
    output = await draft(deps, of, task, profile, task.text, terms);
  } catch (error) {
    // A required model returned nothing, so nothing is charged, and the thread waits.
    if (!(error instanceof ServiceError) || error.code !== 'service_unavailable' || !task.usesModel) throw error;
    log.warn(
      { workspaceId, conversationId, againAfterMs },
      'a required model returned nothing, so the draft will be retried',
    );
    return postpone(deps.model?.isWanted() === true ? againAfterMs : 0);
  }
  const { decision, trace, modelUse = null } = output;
  if (modelUse !== null) log.info({ workspaceId, conversationId, model: modelUse }, 'a model was asked');
  // The service is stopping. The next process asks the model.
  if (modelUse?.outcome === 'caller_gone') return postpone(0);
  const itemsUsed = Array.isArray(trace['itemsUsed']) ? trace['itemsUsed'].map(String) : [];
  const { persona, profileId, revision } = profile;
  const { proposal } = tallyOf(output, { persona: withoutTeaching(persona) }, profileId);
  const drafted = { ...decision, itemsUsed, revision, urgency: urgencyOf(decision), proposal, modelUse };
  const input = { conversationId, isForced, monthlyReplies, epoch, messageIds, drafted };
  const committed = await store.inboxStep({ workspaceId, name: 'commitDraft', input });
  return committed.outcome === 'stored'
    ? { outcome: 'drafted', draftId: committed.draftId, decision }
    : { outcome: committed.outcome };
}

function isHazard({ urgency }: HandoffVerdict): boolean {
  return urgency !== 'normal';
}

async function draft(
  { engine, classifiers, model }: SettleDeps,
  { workspaceId, conversationId }: ThreadRef,
  task: ThreadTask,
  profile: ProfileRecord,
  message: string,
  terms: Pick<AutonomyRecord, 'autonomy' | 'items'> | null,
): Promise<DraftOutput> {
  const { profileId, revision } = profile;
  const persona = withoutTeaching(profile.persona);
  const ofProfile = terms?.items.filter((record) => record.profileId === profileId) ?? [];
  const permission =
    model !== null && task.usesModel
      ? {
          workspaceId,
          mayWord: task.usesWording,
          thread: { conversationId, profileId, revision },
          isWanted: () => model.isWanted(),
        }
      : undefined;
  const input: DraftInput = {
    message,
    history: task.history,
    displayName: profile.displayName,
    persona,
    classifier: await classifiers.get({ workspaceId, profileId, persona }),
    relationship: task.relationship,
    // Unread content may mean anything, so the creator looks first if there are attachments or missing messages.
    awaitsCreator: task.awaitsCreator || task.hasAttachments || task.isAfterGap,
    now: task.now,
    workspaceId,
    ...(terms && { autonomy: terms.autonomy, withheld: withheldItems(ofProfile, persona) }),
  };
  return engine.draft(input, permission);
}
