import type { AskInput, PageSnapshot } from '../../domain/page/ask.ts';
import { answerParts } from '../../domain/page/page-view.ts';
import type { AnswerPart } from '../../domain/page/views.ts';
import type { DraftInput, Engine } from '../../drafting/engine.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { withheldItems } from '../../teaching/withheld-items.ts';
import type { PageProfile } from './page-profiles.ts';

export interface JudgeDeps {
  readonly store: Pick<Store, 'autonomy'>;
  readonly engine: Engine;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  /** Whether the installation has a language model. */
  readonly hasModel: boolean;
}

export interface Judged {
  readonly judged: AskInput['judged'];
  /** The answer as the Page shows it; null if the question is passed on. */
  readonly parts: readonly AnswerPart[] | null;
}

const urgentIntents: ReadonlySet<string> = new Set(['crisis', 'threat', 'minor_safety']);

/**
 * Assesses a question against all approved items. It is answered only if the decision is `safe` and the Page may use
 * every item of the answer. Any other item prevents the answer, so that a visitor never gets the next best one.
 */
export async function judgeQuestion(
  { store, engine, classifiers, hasModel }: JudgeDeps,
  question: string,
  { workspaceId, workspace, page, now }: PageSnapshot,
  profile: PageProfile,
): Promise<Judged> {
  const { profileId, persona, displayName } = profile;
  const terms = await store.autonomy({ workspaceId });
  const records = terms?.items.filter((item) => item.profileId === profileId) ?? [];
  const input: DraftInput = {
    message: question,
    history: [],
    displayName,
    persona,
    classifier: await classifiers.get({ workspaceId, profileId, persona }),
    relationship: null,
    awaitsCreator: false,
    ...(terms && { autonomy: terms.autonomy, withheld: withheldItems(records, persona) }),
    now,
    workspaceId,
  };
  // A model may only read; the Page shows approved texts, word for word.
  const usesModel = hasModel && page.model && workspace.usesModel;
  const permission = usesModel ? { workspaceId, mayWord: false, isWanted: () => true } : undefined;
  const { decision, trace, modelUse } = await engine.draft(input, permission);
  const used = Array.isArray(trace['itemsUsed']) ? trace['itemsUsed'].map(String) : [];
  const isSafe = decision.riskLevel === 'safe' && !decision.requiresCreator;
  const answer = isSafe ? answerParts(profile, used, profile.approvals, now) : null;
  const { intent, riskLevel } = decision;
  const urgency = urgentIntents.has(intent) ? 'urgent' : riskLevel === 'blocked' ? 'high' : 'normal';
  return {
    judged: { intent, riskLevel, urgency, items: answer?.ids ?? [], modelUse: modelUse ?? null },
    parts: answer?.parts ?? null,
  };
}
