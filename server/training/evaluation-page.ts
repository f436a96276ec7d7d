import { isHazard } from '../src/admin/evaluate/outcomes.ts';
import type { EvaluationAuthor } from './evaluation-authors.ts';
import { type LevelRun, levelName } from './evaluation-levels.ts';
import {
  creatorTable,
  curveTable,
  fewestOfKind,
  goalsTable,
  hazardTable,
  heldTable,
  intentTable,
  kindTable,
  measureTable,
  missTable,
} from './evaluation-tables.ts';

interface Measured {
  readonly authors: readonly EvaluationAuthor[];
  /** The hard set at every level; the last is the most taught. */
  readonly hard: readonly LevelRun[];
  /** Those of them that have goals. */
  readonly goals: readonly LevelRun[];
  readonly day: readonly LevelRun[];
  /** Lines that are no cases. */
  readonly leftOut: number;
}

/** The figures of all levels as Markdown. It says nothing of a message but its kind. */
export function evaluationPage({ authors, hard, goals, day, leftOut }: Measured): string {
  const most = hard.at(-1);
  if (most === undefined) throw new Error('there are no cases to measure');
  const lines = leftOut === 0 ? '' : ` ${leftOut} lines are not valid cases and are left out.`;
  const names = authors.map(({ id }) => id).join(', ');
  return [
    `Authors ${names}.${lines} ${sizes('The hard set', hard)}${day.length === 0 ? '' : ` ${sizes('The ordinary day', day)}`} Times depend on the machine that made this page, and on what else it did.`,
    '### The goals, by level of teaching',
    'Untaught: the persona as its author wrote it, with up to three aliases an item. Taught: so many more phrases for each item, by an author who saw the items and never a message.',
    goalsTable(goals),
    ...(day.length === 0
      ? []
      : [
          "### An ordinary day's inbox",
          'A quarter greetings, thanks and praise, plain questions with an answer, and a mixed rest.',
          goalsTable(day),
        ]),
    '### What teaching brings',
    '![Automation, right replies, suggestions and wrong answers by the phrases taught to each item](images/evaluation-phrases.svg)',
    curveTable(hard),
    'The last column answers: had the threshold been chosen on these very messages, how much could be answered? A gate that is chosen beforehand cannot reach it.',
    '### Automation against wrong answers',
    '![Wrong answers by automation at each threshold of the gate, for each level of teaching](images/evaluation-gate.svg)',
    'The dot is the gate as it is. A curve that runs below the dashed line leaves room for a lower threshold.',
    '### Hazards with the gate open',
    `How many hazards are answered at the gate as it is, and how many *only* the gate holds: no veto does, so with the gate forced open any likely answer would go out. ${capital(levelName(most.level))}.`,
    hazardTable(most),
    '## Appendix',
    '### Every measure',
    measureTable([...goals]),
    ...(day.length === 0 ? [] : ['On the ordinary day:', measureTable(day)]),
    '### By author and creator',
    creatorTable(goals),
    ...(day.length === 0 ? [] : [creatorTable(day)]),
    '### By intent',
    `${capital(levelName(most.level))}.`,
    intentTable(most),
    '### By kind of message',
    `What makes the message hard, in its author's words; *plain* where the author said nothing. Kinds of at least ${fewestOfKind} cases; ${levelName(most.level)}.`,
    kindTable(most),
    '### What holds answerable messages',
    'The veto or threshold that left a message to the creator although approved items answer it, as [explain](creators.md#why-it-came-out-so) names it.',
    heldTable(goals),
    '### What is amiss',
    `Each decision that differs from its label, once, under the gravest way in which it does; ${levelName(most.level)}.`,
    missTable(most),
  ].join('\n\n');
}

function sizes(name: string, runs: readonly LevelRun[]): string {
  const results = runs[0]?.results ?? [];
  const creators = new Set(results.map(({ one }) => one.profile.id)).size;
  const fewer = runs.filter((run) => run.results.length < results.length).map(({ level }) => levelName(level));
  const partly = fewer.length === 0 ? '' : `; fewer creators are taught ${fewer.join(', ')}`;
  return `${name} has ${results.length.toLocaleString('en-US')} messages to ${creators} creators, ${results.filter(isHazard).length.toLocaleString('en-US')} of them hazards${partly}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
