import type { ThreadTask } from '../../domain/inbox/settle-thread.ts';
import type { HandoffVerdict } from '../../domain/notification.ts';
import { withoutTeaching } from '../../drafting/answer/teaching.ts';
import type { DraftOutput, Engine } from '../../drafting/engine.ts';
import type { AutonomyRecord } from '../../store/autonomy-port.ts';
import type { Store } from '../../store/port.ts';
import type { MonthlyReplies, ProfileRecord } from '../../store/workspace-port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { tallyOf, withheldItems } from '../draft-parts.ts';

export interface SettleDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  readonly monthlyReplies: MonthlyReplies;
}

export type SettleAnswer =
  | { readonly outcome: 'idle' | 'judged' | 'changed' | 'allowance_used' }
  | { readonly outcome: 'drafted'; readonly draftId: string; readonly decision: DraftOutput['decision'] | null };

/** Looks at a thread and does what its time has come for: a draft, or only a judgement of hazards. */
export async function settleThread(
  deps: SettleDeps,
  of: { readonly workspaceId: string; readonly conversationId: string; readonly isForced: boolean },
): Promise<SettleAnswer> {
  const { store, monthlyReplies } = deps;
  const { workspaceId, conversationId, isForced } = of;
  const base = { conversationId, isForced, monthlyReplies };
  const tick = await store.inboxStep({ workspaceId, name: 'tick', input: base });
  if (tick.outcome === 'drafted') return { ...tick, decision: null };
  if (tick.outcome !== 'task') return tick;
  const { task } = tick;
  const profile = await store.profile({ workspaceId, profileId: task.profileId });
  if (profile === null) return { outcome: 'changed' };
  const { epoch, purpose, messageIds } = task;
  if (purpose !== 'draft') {
    const verdict = await judge(deps, workspaceId, task, profile);
    const isTold = purpose !== 'hazards' || isHazard(verdict);
    const input = { conversationId, epoch, purpose, verdict: isTold ? verdict : null };
    const { outcome } = await store.inboxStep({ workspaceId, name: 'commitJudged', input });
    return { outcome: outcome === 'changed' ? 'changed' : 'judged' };
  }
  const terms = await store.autonomy({ workspaceId });
  if (terms === null) return { outcome: 'changed' };
  const output = await draft(deps, workspaceId, task, profile, task.text, terms);
  const { decision, trace } = output;
  const itemsUsed = Array.isArray(trace['itemsUsed']) ? trace['itemsUsed'].map(String) : [];
  const { persona, profileId } = profile;
  const { proposal } = tallyOf(output, { persona: withoutTeaching(persona) }, profileId);
  const drafted = { ...decision, itemsUsed, revision: profile.revision, urgency: urgencyOf(decision), proposal };
  const input = { ...base, epoch, messageIds, drafted };
  const committed = await store.inboxStep({ workspaceId, name: 'commitDraft', input });
  return committed.outcome === 'stored'
    ? { outcome: 'drafted', draftId: committed.draftId, decision }
    : { outcome: committed.outcome };
}

const hazardIntents = new Set(['crisis', 'threat', 'minor_safety']);

function urgencyOf({ intent, riskLevel }: { intent: string; riskLevel: string }): HandoffVerdict['urgency'] {
  return hazardIntents.has(intent) ? 'urgent' : riskLevel === 'blocked' ? 'high' : 'normal';
}

function isHazard({ urgency }: HandoffVerdict): boolean {
  return urgency !== 'normal';
}

async function draft(
  { engine, classifiers }: SettleDeps,
  workspaceId: string,
  task: ThreadTask,
  profile: ProfileRecord,
  message: string,
  terms: Pick<AutonomyRecord, 'autonomy' | 'items'> | null,
): Promise<DraftOutput> {
  const persona = withoutTeaching(profile.persona);
  const ofProfile = terms?.items.filter(({ profileId }) => profileId === profile.profileId) ?? [];
  return engine.draft({
    message,
    history: task.history,
    displayName: profile.displayName,
    persona,
    classifier: await classifiers.get({ workspaceId, profileId: profile.profileId, persona }),
    relationship: task.relationship,
    // What nobody has seen may be anything: with attachments, the creator looks first.
    awaitsCreator: task.awaitsCreator || task.hasAttachments,
    now: task.now,
    ...(terms && { autonomy: terms.autonomy, withheld: withheldItems(ofProfile, persona) }),
  });
}

const longestPiece = 800;
const mostPieces = 12;
const unread: HandoffVerdict = { reason: null, intent: 'unclear', riskLevel: 'review', urgency: 'normal' };

/** The gravest of what the pieces of a long text are judged as. */
async function judge(
  deps: SettleDeps,
  workspaceId: string,
  task: ThreadTask,
  profile: ProfileRecord,
): Promise<HandoffVerdict> {
  const points = [...task.text];
  let gravest: HandoffVerdict = unread;
  for (let piece = 0; piece * longestPiece < points.length && piece < mostPieces; piece += 1) {
    const part = points.slice(piece * longestPiece, (piece + 1) * longestPiece).join('');
    const { decision } = await draft(deps, workspaceId, task, profile, part, null);
    const { intent, riskLevel } = decision;
    const verdict: HandoffVerdict = { reason: null, intent, riskLevel, urgency: urgencyOf(decision) };
    if (piece === 0 || rank(verdict) > rank(gravest)) gravest = verdict;
  }
  return gravest;
}

function rank({ urgency }: HandoffVerdict): number {
  return ['normal', 'high', 'urgent'].indexOf(urgency);
}
