import type { Trial } from '../../domain/console/insight-contract.ts';
import { intentInWords, reasonInWords } from '../../drafting/decide/rationale.ts';
import type { Trace } from '../../drafting/engine.ts';
import type { DraftTrace } from '../../drafting/trace.ts';

type Step = Trial['steps'][number];

/**
 * Describes a decision to a creator, step by step. Returns no steps for a trace of an unsupported engine or version.
 */
export function stepsOf(trace: Trace): Step[] {
  if (trace.engine !== 'embedded' || trace.version !== 2) return [];
  // Version 2 of the embedded engine's trace has this form; a test checks this.
  const { language, clauses, hazards, risks, history, topics, breaches, reasons } = trace as unknown as DraftTrace;
  const steps: Step[] = [];
  const add = (part: Step['part'], text: string, outcome: Step['outcome'], more: Partial<Step> = {}) =>
    steps.push({ part, text, outcome, quote: null, itemId: null, ...more });

  add(
    'language',
    language.isUnderstood
      ? 'The message is in a language that Understudy understands.'
      : 'The message might not be in a language that this persona answers in.',
    language.isUnderstood ? 'good' : 'caution',
  );
  for (const clause of clauses) {
    const { start, end, itemId, intent, outcome, gate } = clause;
    const about = { quote: { start, end }, itemId };
    const wish = `Looks like ${intentInWords(intent)}`;
    if (gate === 'context') add('clause', 'A statement, not a question.', 'neutral', about);
    else if (outcome !== 'passed') add('clause', `${wish}: held because ${reasonInWords(outcome)}.`, 'caution', about);
    else if (itemId !== null) add('clause', `${wish}: an approved item answers it.`, 'good', about);
    else add('clause', `${wish}: no item is needed.`, 'good', about);
  }
  for (const { category, level, start, end } of hazards) {
    const quote = { start, end };
    const isClear = level === 'block' || level === 'blocked';
    const sign = `${isClear ? 'Clearly contains' : 'May contain'} ${intentInWords(category)}.`;
    add('hazard', sign, isClear ? 'stop' : 'caution', { quote });
  }
  for (const { category, start, end } of risks) {
    add('hazard', `The message looks like ${intentInWords(category)}.`, 'caution', { quote: { start, end } });
  }
  if (history.length > 0) add('history', 'An earlier message in the conversation was not safe.', 'caution');
  for (const { list } of topics) {
    const isBlocked = list === 'blockedTopics';
    const text = isBlocked ? 'A topic that gets no suggestion.' : 'A topic that always comes to you.';
    add('topic', text, isBlocked ? 'stop' : 'caution');
  }
  for (const { kind } of breaches)
    add('guard', `The reply contained something that no item supports (${kind}).`, 'stop');
  const isBlocked = reasons.some((reason) => reason.startsWith('block:') || reason.startsWith('topic:blocked'));
  if (reasons.length === 0) add('decision', 'The reply can be sent as is.', 'good');
  for (const reason of reasons) {
    add('decision', `The reply is left to you because ${reasonInWords(reason)}.`, isBlocked ? 'stop' : 'caution');
  }
  return steps;
}
