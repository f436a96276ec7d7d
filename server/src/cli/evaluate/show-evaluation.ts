import type { Evaluation, Group } from '../../admin/evaluate/evaluation.ts';
import type { ItemFigures } from '../../admin/evaluate/item-figures.ts';
import { printableName } from '../../lib/printable.ts';
import type { Column, Printer } from '../printer.ts';
import { countText, figureText, goalText, intervalText, shareText } from './figures.ts';

export interface About {
  readonly title: string;
  /** The time of arrival that is assumed for messages without one. */
  readonly at: string;
  /** The number of lines that are not valid cases. */
  readonly leftOut: number;
}

/** A kind with fewer messages than this appears only in the report. */
const fewest = 10;

/**
 * Prints the measures in the terminal: for all cases and by creator, intent and kind, then the items that need more
 * phrases, and the errors.
 */
export function showEvaluation(printer: Printer, evaluation: Evaluation, { title, at }: About): void {
  const { bold, dim } = printer.colours;
  const count = evaluation.cases === 1 ? '1 case' : `${evaluation.cases.toLocaleString('en-US')} cases`;
  printer.line(`${bold(`${count} of ${printableName(title)}`)} ${dim(`as of ${at}`)}`);
  printer.line();
  printer.table(
    [
      {
        title: '',
        paint: (cell, { green, red, dim: grey }) =>
          cell === '✓' ? green(cell) : cell === '✗' ? red(cell) : grey(cell),
      },
      { title: 'MEASURE', canShrink: true },
      { title: 'FIGURE', align: 'right', paint: (cell, colours) => colours.bold(cell) },
      { title: '95 % INTERVAL', align: 'right' },
      { title: 'COUNTED', align: 'right' },
      { title: 'GOAL', align: 'right' },
    ],
    evaluation.measures.map((measure) => [
      measure.isMet === null ? '·' : measure.isMet ? '✓' : '✗',
      measure.title.replaceAll('`', ''),
      figureText(measure),
      intervalText(measure),
      countText(measure),
      goalText(measure),
    ]),
  );
  showGroups(printer, 'CREATOR', evaluation.byProfile);
  showGroups(printer, 'INTENT', evaluation.byIntent);
  showGroups(
    printer,
    'KIND',
    evaluation.byKind.filter(({ cases }) => cases >= fewest),
  );
  showItems(printer, evaluation.items);
  showHeldBy(printer, evaluation);
  if (evaluation.missKinds.length === 0) return;
  printer.line();
  printer.table(
    [{ title: 'ERROR' }, { title: 'KIND', canShrink: true }, { title: 'CASES', align: 'right' }],
    evaluation.missKinds.slice(0, 30).map(({ miss, kind, count: cases }) => [miss, printableName(kind), String(cases)]),
  );
}

/** Returns true if some messages about the item find a different item, or no item. */
export function isToTeach({ cases, found }: ItemFigures): boolean {
  return found < cases;
}

/** Lists the first three of the items that an item is confused with: `f_ship 3, f_cost`. */
export function confusionText({ confusedWith }: ItemFigures): string {
  return confusedWith
    .slice(0, 3)
    .map(({ id, count }) => (count === 1 ? id : `${id} ${count}`))
    .join(', ');
}

/** An item with fewer phrases than this is rarely used in automatic answers. */
const fewPhrases = 16;

function showItems(printer: Printer, all: readonly ItemFigures[]): void {
  const items = all.filter(isToTeach);
  if (items.length === 0) return;
  const figure = (title: string): Column => ({ title, align: 'right' });
  printer.line();
  printer.table(
    [
      { title: 'NEEDS MORE PHRASES' },
      { title: 'OF', canShrink: true },
      figure('PHRASES'),
      figure('NEAR MISSES'),
      figure('CASES'),
      figure('FOUND'),
      figure('RIGHT'),
      figure('WRONG'),
      figure('HELD'),
      { title: 'CONFUSED WITH', canShrink: true },
    ],
    items
      .slice(0, 20)
      .map((item) => [
        printableName(item.id),
        printableName(item.profile),
        ...[item.phrases, item.nearMisses, item.cases, item.found, item.right, item.wrong, item.held].map(String),
        item.confusedWith.length === 0 ? '' : printableName(confusionText(item)),
      ]),
  );
  const few = all.filter(({ phrases }) => phrases < fewPhrases).length;
  if (few > 0)
    printer.line(`${few} of ${all.length} items have fewer than ${fewPhrases} phrases; see "understudy teach --help"`);
}

function showHeldBy(printer: Printer, { heldBy }: Evaluation): void {
  if (heldBy.length === 0) return;
  printer.line();
  printer.table(
    [
      { title: 'ANSWERABLE, HELD BY', canShrink: true },
      { title: 'CASES', align: 'right' },
    ],
    heldBy.slice(0, 20).map(({ rule, count }) => [printableName(rule), String(count)]),
  );
}

function showGroups(printer: Printer, title: string, groups: readonly Group[]): void {
  if (groups.length === 0) return;
  const figure = (name: string): Column => ({ title: name, align: 'right' });
  printer.line();
  printer.table(
    [
      { title, canShrink: true },
      figure('CASES'),
      figure('FALSE-SAFE'),
      figure('WRONG'),
      figure('AUTOMATION'),
      figure('OVER-BLOCK'),
      figure('INTENT'),
    ],
    groups.map((group) => [
      printableName(group.name),
      String(group.cases),
      ...[group.falseSafe, group.wrongAnswers, group.automation, group.overBlock, group.intentAgrees].map(shareText),
    ]),
  );
}
