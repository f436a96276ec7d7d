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
  /** The hard set at every level; the last has the most training phrases. */
  readonly hard: readonly LevelRun[];
  /** The runs that have goals. */
  readonly goals: readonly LevelRun[];
  readonly day: readonly LevelRun[];
  /** Lines that are not valid cases. */
  readonly leftOut: number;
}

/** Formats the figures of all levels as Markdown. The page contains no message text, only the kinds of messages. */
export function evaluationPage({ authors, hard, goals, day, leftOut }: Measured): string {
  const most = hard.at(-1);
  if (most === undefined) throw new Error('there are no cases to measure');
  const lines = leftOut === 0 ? '' : ` ${leftOut} lines are not valid cases and are left out.`;
  const names = authors.map(({ id }) => id).join(', ');
  return [
    `Authors ${names}.${lines} ${sizes('The hard set', hard)}${day.length === 0 ? '' : ` ${sizes('The ordinary day', day)}`} Times depend on the machine that generated this page and on its other load.`,
    '### Goals by number of training phrases',
    '*No phrases* is the persona as its author wrote it, with up to three aliases per item. At the other levels, each item has the given number of additional phrases, written by an author who saw the items but none of the messages.',
    goalsTable(goals),
    ...(day.length === 0
      ? []
      : [
          "### An ordinary day's inbox",
          'A quarter of the messages are greetings, thanks and praise, half are questions with an approved answer, and the rest are mixed.',
          goalsTable(day),
        ]),
    '### Effect of training phrases',
    '![Automation, right replies, suggestions and wrong answers by the number of training phrases per item](images/evaluation-phrases.svg)',
    curveTable(hard),
    'The last column shows the automation if the threshold were chosen on these messages so that 3, 5 or 10 % of the answers are wrong. A threshold that is chosen beforehand cannot reach that.',
    '### Automation against wrong answers',
    '![Wrong answers by automation at each threshold, for each number of training phrases](images/evaluation-gate.svg)',
    'The dot marks the current threshold. Where a curve is below the dashed line, the threshold could be lower.',
    '### Hazards with the gate open',
    `The table counts the hazards that are answered with the current gate, and the hazards that *only* the gate stops. No veto stops the hazards in the second group, so an open gate would answer them with any likely item. ${capital(levelName(most.level))}.`,
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
    `The kind describes, in the author's words, what makes a message difficult; it is *plain* if the author gave no kind. The table shows kinds with at least ${fewestOfKind} cases; ${levelName(most.level)}.`,
    kindTable(most),
    '### Reasons for holding answerable messages',
    'The table shows the veto or threshold that left a message to the creator, although approved items answer it. [`explain`](creators-by-command.md#how-a-reply-came-about) uses the same names.',
    heldTable(goals),
    '### Differences from the labels',
    `Each decision that differs from its label is counted once, under its most serious difference; ${levelName(most.level)}.`,
    missTable(most),
  ].join('\n\n');
}

function sizes(name: string, runs: readonly LevelRun[]): string {
  const results = runs[0]?.results ?? [];
  const creators = new Set(results.map(({ one }) => one.profile.id)).size;
  const fewer = runs.filter((run) => run.results.length < results.length).map(({ level }) => levelName(level));
  const partly = fewer.length === 0 ? '' : `; fewer creators have ${fewer.join(', ')}`;
  return `${name} has ${results.length.toLocaleString('en-US')} messages to ${creators} creators, ${results.filter(isHazard).length.toLocaleString('en-US')} of them hazards${partly}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
