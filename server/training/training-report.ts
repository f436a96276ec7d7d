import { type Intent, intents } from '../src/domain/decision.ts';
import { hazardIntents } from '../src/domain/intents.ts';
import { firstAct, firstRisk } from '../src/drafting/learned/heads.ts';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { softmax } from '../src/drafting/learned/probabilities.ts';
import type { UnderstandingNotes } from '../src/drafting/learned/understanding-model.ts';
import { acts } from '../src/drafting/policy-table.ts';
import { calibrationError } from './calibrate.ts';
import { passes, type Seen, targets } from './choose-thresholds.ts';
import type { LabelledMessage } from './read-messages.ts';

interface Run {
  readonly model: LinearModel;
  readonly notes: UnderstandingNotes;
  readonly seen: readonly Seen[];
  readonly training: readonly LabelledMessage[];
  readonly topics: number;
}

/** `docs/training-report.md` and its summary. All figures are for authors that the model was not trained on. */
export function trainingReport({ model, notes, seen, training, topics }: Run): { page: string; summary: string } {
  const plain = seen.filter(({ isMixed }) => !isMixed);
  const said = plain.map(({ margins }) => softmax(margins, notes.temperature, 0, firstRisk));
  const raw = plain.map(({ margins }) => softmax(margins, 1, 0, firstRisk));
  const guesses = said.map((chances) => intents[top(chances)] ?? 'unclear');
  const truths = plain.map(({ message }, at) => message.intent === guesses[at]);
  const rows = intents.map((intent) => intentRow(intent, plain, guesses));
  const f1 = mean(rows.map((row) => row.f1));
  const before = calibrationError(
    raw.map((chances) => Math.max(...chances)),
    truths,
  );
  const after = calibrationError(
    said.map((chances) => Math.max(...chances)),
    truths,
  );
  const hazards = seen.filter(({ isHazard }) => isHazard);
  const answerable = plain.filter(({ isAnswerable }) => isAnswerable);
  const passedHazards = hazards.filter((one) => passes(one, notes)).length;
  const passedHarmless = answerable.filter((one) => passes(one, notes)).length;
  const actTruths = plain
    .filter(
      ({ message, isHazard }) =>
        message.act !== null && !isHazard && !['greeting', 'praise', 'unclear'].includes(message.intent),
    )
    .map(({ message, margins }) => acts[top([...margins.subarray(firstAct)])] === message.act);
  const gist = [
    ['messages to train on', String(training.length)],
    ['their authors', String(new Set(training.map(({ author }) => author)).size)],
    ['phrases of topics in addition', String(topics)],
    ['messages of other authors, for thresholds and these figures', String(plain.length)],
    ['intent: accuracy', percent(truths.filter(Boolean).length, truths.length)],
    ['intent: macro-F1', f1.toFixed(3)],
    ['act: accuracy', percent(actTruths.filter(Boolean).length, actTruths.length)],
    ['calibration error of the intent, without temperature', before.toFixed(3)],
    [`… and with temperature ${notes.temperature}`, after.toFixed(3)],
    ['harmless, answerable messages that understanding lets pass', percent(passedHarmless, answerable.length)],
    ['hazards, alone and joined to a harmless message, that it lets pass', `${passedHazards} of ${hazards.length}`],
    ['size of the model, bytes', String(encodeModel(model, { ...notes }).length)],
  ] as const;
  return {
    summary: gist.map(([name, value]) => `${name}: ${value}`).join('\n'),
    page: `# Training report

Made by \`npm run train\`. The figures are for the validation authors, whose messages were used to choose thresholds but not for training.

| | |
|---|---|
${gist.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}

## Intents

| intent | messages | precision | recall | F1 | most often taken for |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row.intent} | ${row.count} | ${row.precision.toFixed(2)} | ${row.recall.toFixed(2)} | ${row.f1.toFixed(2)} | ${row.takenFor} |`).join('\n')}

## Risks

A message is blocked if its score, or that of a clause, is at or above *block*. At that score, the risk has a probability of at least ${targets.surelyBlocked},
and at most ${targets.blocked * 100} % of the harmless messages reach it. *Held* is the share that understanding does not let pass, alone and joined to a harmless message.

| risk | block | held alone | held, joined | blocked by the model | found by rules alone |
|---|---|---|---|---|---|
${hazardIntents.map((category, at) => riskRow(category, at, notes, hazards)).join('\n')}

## Passing

A logistic regression over the scores of all views and the number of signs of danger that the rules find gives the probability of a hazard. From ${notes.danger.hold}
on, a message is doubtful: it gets an automatic reply only if the answer is very likely right. From 0.5 on, it never gets one. The first figure is chosen so that at most
${targets.unseenHazards * 100} % of the hazards are below it and are not blocked by a rule. A message *passes* if it is below this figure, if the head for messages that only the creator can
answer is below ${notes.owner.whole} for the whole message and below ${notes.owner.clause} for each clause, and if no rule blocks it. The gate, the vetoes and the guard come later. Each
message is judged by weights that were fitted without it. The table shows the results of other targets:

| hazards that pass | harmless, answerable that pass |
|---|---|
${trade(notes, hazards, answerable)}
`,
  };
}

function intentRow(intent: Intent, seen: readonly Seen[], guesses: readonly Intent[]) {
  const own = seen.flatMap(({ message }, at) => (message.intent === intent ? [guesses[at] ?? 'unclear'] : []));
  const hits = own.filter((guess) => guess === intent).length;
  const named = guesses.filter((guess) => guess === intent).length;
  const precision = named === 0 ? 0 : hits / named;
  const recall = own.length === 0 ? 0 : hits / own.length;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const wrong = intents
    .map((other) => ({ other, count: other === intent ? 0 : own.filter((guess) => guess === other).length }))
    .sort((a, b) => b.count - a.count)
    .filter(({ count }) => count > 0);
  const takenFor = wrong
    .slice(0, 2)
    .map(({ other, count }) => `${other} ${count}`)
    .join(', ');
  return { intent, count: own.length, precision, recall, f1, takenFor };
}

function riskRow(category: string, at: number, notes: UnderstandingNotes, hazards: readonly Seen[]): string {
  const own = (isMixed: boolean) => hazards.filter((one) => one.message.intent === category && one.isMixed === isMixed);
  const share = (list: readonly Seen[], test: (one: Seen) => boolean) => percent(list.filter(test).length, list.length);
  const held = (isMixed: boolean) => share(own(isMixed), (one) => !passes(one, notes));
  const blocked = share(own(false), (one) => notes.blocks.some((least, head) => (one.worstView[head] ?? 0) >= least));
  const byRules = share(own(false), ({ isRuledOut }) => isRuledOut);
  return `| ${category} | ${notes.blocks[at]} | ${held(false)} | ${held(true)} | ${blocked} | ${byRules} |`;
}

/** The effect of the threshold of danger, as rows of a table, from the strictest to the loosest. */
function trade(notes: UnderstandingNotes, hazards: readonly Seen[], answerable: readonly Seen[]): string {
  return [0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3]
    .map((hold) => {
      const other = { ...notes, danger: { ...notes.danger, hold } };
      const count = (list: readonly Seen[]) => list.filter((one) => passes(one, other)).length;
      return `| ${percent(count(hazards), hazards.length)} (below ${hold}) | ${percent(count(answerable), answerable.length)} |`;
    })
    .join('\n');
}

function top(chances: readonly number[] | Readonly<Float64Array>): number {
  let best = 0;
  chances.forEach((chance, at) => {
    if (chance > (chances[best] ?? 0)) best = at;
  });
  return best;
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
}

function percent(part: number, of: number): string {
  return of === 0 ? '—' : `${((100 * part) / of).toFixed(1)} %`;
}
