import type { DraftTrace } from '../../drafting/trace.ts';
import { printableName, printableText } from '../../lib/printable.ts';
import { displayWidth, fitLine, wrapText } from '../display-width.ts';
import type { Printer } from '../printer.ts';

/** The texts that positions in a trace refer to; null for a stored draft. */
export interface Texts {
  readonly message: string | null;
  readonly reply: string | null;
}

const barWidth = 12;
/** Intents less likely than this are not shown, except for the first. */
const leastShown = 0.005;

/** Shows one clause with the probabilities of its intents, and the items that could answer it. */
export function showClause(
  printer: Printer,
  clause: DraftTrace['clauses'][number],
  number: number,
  { message }: Texts,
): void {
  const { bold, dim, green, yellow } = printer.colours;
  const outcome = clause.outcome === 'passed' ? green('passed') : yellow(clause.outcome);
  printer.line();
  printer.line(`${bold(String(number))}  ${pieceOf(printer, message, clause)}`);
  const judged = clause.isSmallTalk
    ? dim('small talk that changes no answer')
    : `${bold(clause.intent)} ${clause.act}  ${dim(`gate ${clause.gate}`)}  ${outcome}`;
  for (const line of wrapText(judged, (printer.columns ?? roomy) - 3)) printer.line(`   ${line}`);
  for (const [place, { intent, score }] of clause.scores.entries())
    if (place === 0 || score >= leastShown)
      printer.line(`     ${intent.padEnd(17)} ${score.toFixed(3)} ${barOf(printer, score)}`.trimEnd());
  if (clause.candidates.length === 0) return;
  const room = printer.columns ?? roomy;
  const itemWidth = Math.max(10, Math.min(24, room - 36));
  const bar = (score: number): string => (room < fitsBars ? '' : ` ${barOf(printer, score)}`);
  const heading = room < fitsBars ? 'answers  words' : 'answers       words covered';
  printer.line(dim(`     ${'item'.padEnd(itemWidth)} ${heading}`));
  for (const { id, score, coverage, lack } of clause.candidates) {
    const why = room < roomy ? lack : (lacks[lack] ?? lack);
    const verdict = id === clause.itemId ? green('answers') : lack === '' ? dim('not needed') : yellow(why);
    printer.line(
      `     ${fitLine(printableName(id), itemWidth).padEnd(itemWidth)} ${score.toFixed(3)}${bar(score)} ${coverage.toFixed(2).padStart(5)}  ${verdict}`,
    );
  }
}

/**
 * The minimum terminal widths, in columns, for showing a candidate with all its details, and for showing it with its
 * bar.
 */
const roomy = 98;
const fitsBars = 68;

/** The reasons why a candidate does not answer, by their names in the trace. */
const lacks: Readonly<Record<string, string>> = {
  unlikely: 'not likely enough to be proposed',
};

/** Shows the claims of the reply, each with the item that supports it. Then shows the faults that the guard found. */
export function showClaims(printer: Printer, { claims, breaches, itemsUsed }: DraftTrace, { reply }: Texts): void {
  const { bold, dim, green, red } = printer.colours;
  printer.line();
  printer.line(
    `${bold('Reply')} ${dim(itemsUsed.length === 0 ? 'has no support' : `is supported by ${itemsUsed.join(', ')}`)}`,
  );
  const isNarrow = (printer.columns ?? roomy) < fitsBars;
  for (const claim of claims) {
    const source = claim.itemId === null ? red('nothing') : green(printableName(claim.itemId));
    const gap = ' '.repeat(isNarrow ? 0 : Math.max(0, 14 - displayWidth(source)));
    const indent = 15 + displayWidth(source) + gap.length;
    printer.line(`   ${claim.kind.padEnd(10)} ${source}${gap} ${pieceOf(printer, reply, claim, indent)}`);
  }
  for (const breach of breaches)
    printer.line(`   ${red('breach')} ${breach.kind.padEnd(10)} ${pieceOf(printer, reply, breach)}`);
}

/**
 * Formats a position. If `text` is known, adds the text at that position, as far as it fits on the line after `indent`
 * columns.
 */
export function pieceOf(
  printer: Printer,
  text: string | null,
  { start, end }: { readonly start: number; readonly end: number },
  indent = 12,
): string {
  const place = printer.colours.dim(`${start}–${end}`);
  if (text === null || end > text.length) return place;
  const room = Math.max(12, Math.min(80, (printer.columns ?? 120) - indent - `“” ${start}–${end}`.length));
  const piece = fitLine(printableText(text.slice(start, end)).replace(/\s+/g, ' ').trim(), room);
  return `“${piece}” ${place}`;
}

function barOf(printer: Printer, part: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * barWidth);
  return printer.colours.dim(`${'━'.repeat(full)}${' '.repeat(barWidth - full)}`);
}
