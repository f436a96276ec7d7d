import type { Assessment } from '../assess.ts';
import type { Finding } from '../decide/finding.ts';
import type { DraftInput } from '../engine.ts';
import type { SettledDraft } from '../settle.ts';
import { isWrittenIn } from '../understand/language.ts';
import { isAlarming } from './foreign-dangers.ts';
import { usableItems } from './item-line.ts';
import { weighReading } from './reading-evidence.ts';
import type { Reading } from './reading-form.ts';

/** The maximum number of words and emoji in a plain greeting that needs no second reader. */
const shortGreeting = 3;

/**
 * Returns true if a model may read the message. A model must not read a message if the reading would change nothing.
 * This applies to a blocked message, to any sign of a hazard, now or earlier in the thread, and to a short greeting. A
 * model may read a language other than English only if `isApproved` returns true for the language.
 */
export function mayRead(
  input: DraftInput,
  { understanding, courtesy }: Assessment,
  { decision, trace }: SettledDraft,
): boolean {
  if (decision.riskLevel === 'blocked' || understanding.isDisguised) return false;
  if (trace.history.length > 0) return false;
  const { language, tokens } = understanding;
  // In languages that the classifier was not trained on, its results are only guesses.
  if (!language.isUnderstood) return isApproved(input, language.found);
  if (trace.risks.length > 0) return false;
  if (decision.riskLevel === 'safe' && courtesy.kind === 'greeting' && trace.itemsUsed.length > 0)
    return tokens.length > shortGreeting;
  return true;
}

/**
 * Returns true if the creator approved the language, the danger words of the language are known, and neither the
 * message nor the history contains any of these words.
 */
function isApproved({ message, history, persona }: DraftInput, language: string): boolean {
  if (!(persona.languages ?? ['en']).includes(language)) return false;
  return ![message, ...history.map(({ body }) => body)].some((text) => isAlarming(text, language));
}

/**
 * Returns the finding for a message in another language. The finding contains the items that the model chose and that
 * the creator wrote in that language. Only the model understands the message, so the decision is never automatic.
 */
export async function foreignFinding(
  input: DraftInput,
  assessment: Assessment,
  reading: Reading,
  alone: Finding,
): Promise<Finding> {
  const language = assessment.understanding.language.found;
  const { chosen, candidates } = await weighReading(input, assessment, reading);
  const isOfLanguage = new Set<string>();
  for (const { id, text } of usableItems(input.persona, input.now))
    if (await isWrittenIn(text, language)) isOfLanguage.add(id);
  const own = chosen.filter(({ item }) => isOfLanguage.has(item.id));
  return {
    ...alone,
    chosen: own,
    wanted: own,
    candidates: candidates.filter(({ item }) => isOfLanguage.has(item.id)),
    courtesy: { kind: 'none', probability: 0, isEnough: false },
    holds: reading.risk === 'safe' ? [] : [`model:${reading.risk}`],
    isHazardous: reading.risk === 'blocked',
    isForeign: true,
    intent: reading.intent,
  };
}
