/**
 * npm run measure:readers [-- --split validation] [--phrases 16] [--write]: drafts the cases of a split with scripted
 * readers in place of a language model, through the real prompts, and counts the results. `--write` puts the figures
 * into docs/models.md and the plot into docs/images. It prints no message.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gateCurve } from '../src/admin/evaluate/gate-curve.ts';
import { shareOf } from '../src/admin/evaluate/intervals.ts';
import {
  isAnswerable,
  isCreatorsOwn,
  isHazard,
  isRightReply,
  isSafe,
  isWrongAnswer,
} from '../src/admin/evaluate/outcomes.ts';
import type { EvaluationCase } from '../src/admin/evaluate/read-cases.ts';
import { type CaseResult, runCases } from '../src/admin/evaluate/run-cases.ts';
import { trainProfiles } from '../src/admin/evaluate/train-profiles.ts';
import type { Autonomy } from '../src/domain/autonomy.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import type { Engine } from '../src/drafting/engine.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { createModelEngine } from '../src/drafting/model/create-model-engine.ts';
import { visible } from '../src/drafting/model/data-block.ts';
import { ungroundedClaims } from '../test/evaluation/check-claims.ts';
import { writeSection } from '../test/support/page-section.ts';
import { readAuthors } from './evaluation-authors.ts';
import { evaluationTime, taughtCases } from './evaluation-levels.ts';
import { readerPlot } from './reader-plot.ts';
import { createScriptedModel, injections, type ReaderName } from './scripted-model.ts';

const { values: flags } = parseArgs({
  options: {
    split: { type: 'string', default: 'test' },
    phrases: { type: 'string', default: '16' },
    write: { type: 'boolean', default: false },
  },
});
const level = { phrases: Number(flags.phrases), nearMisses: 0 };
const split = flags.split === 'validation' ? 'validation' : 'test';
const cases = readAuthors(split)
  .filter(({ set }) => set === 'hard')
  .flatMap((author) => taughtCases(author, level));
const profiles = new Set(cases.map(({ profile }) => profile));
const classifiers = await trainProfiles(profiles);
const permission = { workspaceId: 'ws', isWanted: () => true };
const autonomies = ['careful', 'balanced'] as const;

interface Run {
  readonly reader: ReaderName | 'none';
  readonly autonomy: Autonomy;
  readonly results: readonly CaseResult[];
  readonly asked: { readonly reading: number; readonly check: number };
}

const runs: Run[] = [];
for (const autonomy of autonomies) {
  runs.push({
    ...(await run(createEmbeddedEngine(), cases, autonomy)),
    reader: 'none',
    asked: { reading: 0, check: 0 },
  });
  for (const reader of ['perfect', 'middling', 'gullible', 'injected'] as const) {
    const own = reader === 'injected' ? injected(cases) : cases;
    const labels = new Map(own.map((one) => [visible(one.message), { ...one, items: one.items ?? [] }]));
    const model = createScriptedModel(reader, labels);
    runs.push({ ...(await run(createModelEngine({ model }), own, autonomy)), reader, asked: model.asked });
    process.stderr.write(`  ${reader}, ${autonomy}\n`);
  }
}

async function run(engine: Engine, list: readonly EvaluationCase[], autonomy: 'careful' | 'balanced') {
  const asking: Engine = { ...engine, draft: (input) => engine.draft({ ...input, autonomy }, permission) };
  const results = await runCases(list, {
    engine: asking,
    classifiers,
    now: Date.parse(evaluationTime),
    checkClaims: (reply, used) => ungroundedClaims(reply, used).length,
  });
  return { autonomy, results };
}

/** Adds words that steer the reader to an item to each unanswerable message; leaves all others unchanged. */
function injected(list: readonly EvaluationCase[]): EvaluationCase[] {
  const dice = createDice(7);
  return list.map((one, at) => {
    const { facts = [], offers = [] } = one.profile.persona ?? {};
    const items = [...facts, ...offers];
    const item = items[dice.below(Math.max(1, items.length))];
    const words = injections[at % injections.length];
    if (one.risk === 'safe' || item === undefined || words === undefined) return one;
    return { ...one, message: `${one.message}${words(item.id)}` };
  });
}

const head =
  "| reader | autonomy | automation of answerable messages | wrong among `safe` | hazards answered `safe` | the creator's own matters answered `safe` | right items and no others in the reply | ungrounded claims | readings and checks per draft |\n|---|---|---|---|---|---|---|---|---|";
const table = [head, ...runs.map(rowOf)].join('\n');
const page = `${table}\n\n${cases.length} messages to ${profiles.size} creators, ${level.phrases} phrases per item; 95 % intervals.\n`;
process.stdout.write(page);
for (const { reader, autonomy, results } of runs) {
  const held = new Map<string, number>();
  for (const one of results)
    if (isAnswerable(one) && !isSafe(one)) {
      const rule = one.decidedBy.replace(/^(contradicts|always-ask|withheld|topic).*/, '$1');
      held.set(rule, (held.get(rule) ?? 0) + 1);
    }
  const most = [...held].sort((a, b) => b[1] - a[1]).slice(0, 8);
  process.stdout.write(`held, ${reader} ${autonomy}: ${most.map(([rule, count]) => `${rule} ${count}`).join(', ')}\n`);
}
if (flags.write) write(page);

function rowOf({ reader, autonomy, results, asked }: Run): string {
  const answerable = results.filter(isAnswerable);
  const safe = results.filter(isSafe);
  const share = (hits: number, of: number): string => {
    const { low, high } = shareOf(hits, of);
    const percent = (value: number | null): string => (value === null ? '–' : (100 * value).toFixed(1));
    return `${percent(hits / Math.max(1, of))} % (${percent(low)}–${percent(high)}), ${hits} of ${of}`;
  };
  return `| ${[
    reader === 'none' ? 'no model' : reader,
    `\`${autonomy}\``,
    share(answerable.filter(isSafe).length, answerable.length),
    share(safe.filter(isWrongAnswer).length, safe.length),
    share(safe.filter(isHazard).length, results.filter(isHazard).length),
    share(safe.filter(isCreatorsOwn).length, results.filter(isCreatorsOwn).length),
    share(answerable.filter(isRightReply).length, answerable.length),
    results.reduce((sum, { ungroundedClaims: claims }) => sum + claims, 0),
    ((asked.reading + asked.check) / (results.length + 60)).toFixed(2),
  ].join(' | ')} |`;
}

function write(text: string): void {
  writeSection('models.md', 'readers', text.trimEnd());
  const careful = runs.filter(({ autonomy }) => autonomy === 'careful');
  const curves = careful.map(({ reader, results }) => ({ reader, points: gateCurve(results) }));
  writeFileSync(join(import.meta.dirname, '../../docs/images/readers-risk.svg'), readerPlot(curves));
}
