import type { Intent } from '../../domain/decision.ts';
import { hazardIntents } from '../learned/heads.ts';
import type { Understanding } from '../understand/understand.ts';
import type { JudgedClause } from './judge-clauses.ts';

/** The riskiest thing that the message means, else its main question, else what it opens with. */
export function mainIntent(clauses: readonly JudgedClause[], understanding: Understanding): Intent {
  const blocked = [...understanding.hazards, ...understanding.risks].filter(({ level }) => level === 'block');
  const worst = hazardIntents.find((category) => blocked.some((hazard) => hazard.category === category));
  if (worst !== undefined) return worst;
  if (isForeign(understanding)) return 'unclear';
  const [only] = clauses;
  // The judge of the only clause knows more where it is answered: what the thread asked before, and which items there are.
  if (clauses.length === 1 && only?.held === '' && only.intent !== 'unclear') return named(only);
  const serious = clauses.find(
    (clause) => clause.held.startsWith('never:') && clause.intent !== 'unclear' && chanceOf(clause) >= sure,
  );
  if (serious !== undefined) return serious.intent;
  const [first] = understanding.whole.intents;
  const whole = first?.intent ?? 'unclear';
  if (clauses.length > 0 && clauses.every(({ held }) => held === '')) return ofAnswered(clauses, whole);
  return whole === 'unclear' ? (plainest(clauses) ?? whole) : whole;
}

/** Written in a language that the classifier was not trained on: what it takes the message for is a guess. */
function isForeign({ language }: Understanding): boolean {
  return !language.isUnderstood && language.found !== 'en';
}

/** Where every clause may be answered, the message is about one of them: what an item answers, before a hello and an aside. */
function ofAnswered(clauses: readonly JudgedClause[], whole: Intent): Intent {
  const answered = clauses.filter(({ item }) => item !== null);
  const telling = answered.length > 0 ? answered : clauses.filter(({ gate }) => gate === 'always');
  if (telling.length === 0 || telling.some(({ intent }) => intent === whole)) return whole;
  return telling.toSorted((a, b) => chanceOf(b) - chanceOf(a))[0]?.intent ?? whole;
}

/** Of an answer, where the classifier hesitates: the matter of the item that answers, else a question about the work. */
function named(clause: JudgedClause): Intent {
  const { intent, item } = clause;
  if (item === null || chanceOf(clause) >= hesitant || item.intents.has(intent)) return intent;
  return 'content_question';
}

/** What one clause plainly means, where the whole of the message is not clear; an answered one goes first. */
function plainest(clauses: readonly JudgedClause[]): Intent | undefined {
  const plain = clauses.filter((clause) => clause.intent !== 'unclear' && clause.gate !== 'context');
  const answered = plain.find((clause) => clause.item !== null);
  return (answered ?? plain.find((clause) => clause.scores[0]?.intent === clause.intent && chanceOf(clause) >= sure))
    ?.intent;
}

function chanceOf({ scores }: JudgedClause): number {
  return scores[0]?.score ?? 0;
}

const hesitant = 0.6;
/** A clause that the creator must answer names the message when it is so plain. */
const sure = 0.6;
