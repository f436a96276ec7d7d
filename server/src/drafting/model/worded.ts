import { ModelFailure } from '../../domain/language-model.ts';
import { approvedTextFrom } from '../decide/rationale.ts';
import type { DraftInput, ModelPermission } from '../engine.ts';
import type { SettledDraft } from '../settle.ts';
import { judgeWording } from './judge-wording.ts';
import type { ModelTalk } from './model-talk.ts';

const freeUses = ['greeting', 'thanks', 'signoff'];
const mostPhrases = 8;

/**
 * Lets a model word the decision's reply, if the workspace allows this and the reply states items in English. If the
 * model fails, or if the guard rejects the model's wording, the composed reply is kept. The risk level never changes.
 */
export async function worded(
  { persona, now }: DraftInput,
  { mayWord = false }: ModelPermission,
  draft: SettledDraft,
  talk: ModelTalk,
): Promise<{ draft: SettledDraft; wording: string; breaches: readonly string[] }> {
  const { decision, trace } = draft;
  const phrases = (persona.phrases ?? []).filter(({ approved }) => approved !== false);
  const isPhrase = (id: string): boolean => phrases.some((phrase) => phrase.id === id);
  const required = trace.itemsUsed.filter((id) => !isPhrase(id));
  if (!mayWord || required.length === 0 || !trace.language.isUnderstood) return { draft, wording: '', breaches: [] };
  const given = phrases
    .filter(({ use, id }) => freeUses.includes(use) || trace.itemsUsed.includes(id))
    .slice(0, mostPhrases);
  try {
    const answer = await talk.wording(required, given);
    const { findings, verdict } = judgeWording(
      answer,
      { required, phrases: given.map(({ id }) => id) },
      { persona, now },
    );
    const breaches = findings.map((finding) => finding.slice(0, finding.indexOf(':')));
    if (answer.reply === '' || findings.length > 0) return { draft, wording: 'guard', breaches };
    const itemsUsed = [...new Set(answer.usedItems)];
    const rephrased = `${approvedTextFrom(itemsUsed)}, rephrased by the language model`;
    const rationale = decision.rationale.replace(approvedTextFrom(trace.itemsUsed), () => rephrased);
    return {
      draft: {
        ...draft,
        decision: { ...decision, reply: answer.reply, rationale },
        trace: {
          ...trace,
          claims: verdict.claims.map((claim) => ({ ...claim })),
          itemsUsed,
        },
      },
      wording: 'used',
      breaches: [],
    };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { draft, wording: error.reason, breaches: [] };
  }
}
