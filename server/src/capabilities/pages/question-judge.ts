import type { AskInput, PageSnapshot } from '../../domain/page/ask.ts';
import { answerParts } from '../../domain/page/page-view.ts';
import type { AnswerPart } from '../../domain/page/views.ts';
import { urgencyOf } from '../../domain/urgency-of.ts';
import type { DraftInput, Engine } from '../../drafting/engine.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { withheldItems } from '../../teaching/withheld-items.ts';
import type { PageProfile } from './page-profiles.ts';
import { createVerdictMemory } from './verdict-memory.ts';

export interface QuestionJudge {
  /** Assesses a question. The snapshot must have been read with `isJudging`. */
  judge(question: string, snapshot: PageSnapshot, profile: PageProfile): Promise<Judged>;
  /**
   * Returns the result of `judge` if the same question was answered in the same circumstances, or null if it must be
   * assessed.
   */
  recall(question: string, snapshot: PageSnapshot, profile: PageProfile): Promise<Judged | null>;
  /** Returns true if a language model may read the Page's questions. */
  mayBeRead(snapshot: PageSnapshot): boolean;
}

export interface Judged {
  readonly judged: AskInput['judged'];
  /** The answer as the Page shows it; null if the question is passed on. */
  readonly parts: readonly AnswerPart[] | null;
}

/**
 * Creates the assessment of questions against all approved items. A question is answered only if the decision is `safe`
 * and the Page may use every item in the answer. If the Page may not use one of the items, the question is passed on,
 * so that a visitor never gets a second-best answer.
 */
export function createQuestionJudge(deps: {
  readonly engine: Engine;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  /** Whether the installation has a language model. */
  readonly hasModel: boolean;
}): QuestionJudge {
  const { engine, classifiers, hasModel } = deps;
  const memory = createVerdictMemory<Judged>();

  function mayBeRead({ page, workspace }: PageSnapshot): boolean {
    return hasModel && page.model && workspace.usesModel;
  }

  /** Returns everything that a verdict depends on, apart from the question, the profile and the time. */
  async function circumstances(snapshot: PageSnapshot, { profileId, persona }: PageProfile) {
    const { workspaceId, drafting } = snapshot;
    const classifier = await classifiers.get({ workspaceId, profileId, persona });
    if (drafting === null) throw new Error('a question was assessed with a snapshot that was not read with isJudging');
    return { classifier, autonomy: drafting.autonomy, withheld: withheldItems(drafting.records, persona) };
  }

  return {
    mayBeRead,
    async judge(question, snapshot, profile) {
      const { workspaceId, now } = snapshot;
      const { persona, displayName } = profile;
      const terms = await circumstances(snapshot, profile);
      const input: DraftInput = {
        message: question,
        history: [],
        displayName,
        persona,
        relationship: null,
        awaitsCreator: false,
        ...terms,
        now,
        workspaceId,
      };
      // A model may only read questions. The Page shows approved texts, word for word.
      const permission = mayBeRead(snapshot) ? { workspaceId, mayWord: false, isWanted: () => true } : undefined;
      const { decision, trace, modelUse } = await engine.draft(input, permission);
      const used = Array.isArray(trace['itemsUsed']) ? trace['itemsUsed'].map(String) : [];
      const isSafe = decision.riskLevel === 'safe' && !decision.requiresCreator;
      const answer = isSafe ? answerParts(profile, used, profile.approvals, now) : null;
      const { intent, riskLevel } = decision;
      const judged = {
        judged: {
          intent,
          riskLevel,
          urgency: urgencyOf(decision),
          items: answer?.ids ?? [],
          modelUse: modelUse ?? null,
        },
        parts: answer?.parts ?? null,
      } as const;
      // Without a model, the same input always gives the same verdict.
      if (permission === undefined && judged.parts !== null) memory.keep(profile, terms, now, question, judged);
      return judged;
    },
    async recall(question, snapshot, profile) {
      if (mayBeRead(snapshot)) return null;
      return memory.recall(profile, await circumstances(snapshot, profile), snapshot.now, question);
    },
  };
}
