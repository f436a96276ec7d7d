import { parseArgs } from 'node:util';
import { writeSection } from '../support/page-section.ts';
import { composedReplies, falseAlarms, freeReplies, measureChanges } from './measure-guard.ts';

const { values: flags } = parseArgs({
  options: { misses: { type: 'boolean' }, write: { type: 'boolean' }, count: { type: 'string', default: '200' } },
});
const count = Number(flags.count);
const verbatim = measureChanges('verbatim', count);
const free = measureChanges('free', count);
const share = ({ caught, tried }: { caught: number; tried: number }): string =>
  tried === 0 ? '–' : `${caught} of ${tried}`;
const named = ({ named: right, tried }: { named: number | null; tried: number }): string =>
  right === null ? 'has no kind' : `${right} of ${tried}`;
const rows = verbatim.flatMap((kind, index) => {
  const other = free[index];
  return other === undefined ? [] : [`| ${kind.name} | ${share(kind)} | ${share(other)} | ${named(other)} |`];
});
const total = (list: typeof verbatim): string =>
  share({
    caught: list.reduce((sum, kind) => sum + kind.caught, 0),
    tried: list.reduce((sum, kind) => sum + kind.tried, 0),
  });
const composed = composedReplies(2_000, 7);
const paraphrased = freeReplies();
const unseen = freeReplies('unseen');
const looked = freeReplies('fresh', 'look');
const measured = freeReplies('fresh', 'measure');
const alarms = {
  verbatim: falseAlarms(composed, 'verbatim'),
  free: falseAlarms(composed, 'free'),
  paraphrased: falseAlarms(paraphrased, 'free'),
  unseen: falseAlarms(unseen, 'free'),
  looked: falseAlarms(looked, 'free'),
};
const report = `| change | stopped, approved texts only | stopped, free wording | right kind named |
|---|---|---|---|
${rows.join('\n')}
| **all** | **${total(verbatim)}** | **${total(free)}** | |

The guard rejected the following numbers of correct replies: ${alarms.verbatim.length} of ${composed.length} composed replies, ${alarms.free.length} of the same ${composed.length} replies when
they were checked as free wording, ${alarms.paraphrased.length} of ${paraphrased.length} true paraphrases that were used to build the guard, and ${alarms.unseen.length} of ${unseen.length} new
paraphrases. Of the paraphrases in the style of a language model that follows its instructions, the guard rejected ${alarms.looked.length} of
${looked.length} that we have since read to improve the guard, and ${falseAlarms(measured, 'free').length} of ${measured.length} that only measure it and that no one has read.`;
console.log(report);
if (flags.write) writeSection('drafting.md', 'guard', report);
if (flags.misses) {
  for (const { name, missed } of [...verbatim, ...free])
    for (const reply of missed.slice(0, 6)) console.log(`MISSED ${name}: ${reply}`);
  for (const { name, unnamed } of free)
    for (const reply of unnamed.slice(0, 4)) console.log(`UNNAMED ${name}: ${reply}`);
  for (const alarm of Object.values(alarms).flat()) console.log(`ALARM ${alarm}`);
}
