import type { DraftTrace } from '../../drafting/trace.ts';
import { printableName, printableText } from '../../lib/printable.ts';
import { fitLine } from '../display-width.ts';
import type { Printer } from '../printer.ts';

/** Texts that a trace points into; null for a stored draft. */
export interface Texts {
  readonly message: string | null;
  readonly reply: string | null;
}

const barWidth = 12;
/** An intent less likely than this is not shown, but for the first. */
const leastShown = 0.005;

/** One clause: what it was taken for, with what probability, and the items that could answer it. */
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
  printer.line(`   ${bold(clause.intent)} ${clause.act}  ${dim(`gate ${clause.gate}`)}  ${outcome}`);
  for (const [place, { intent, score }] of clause.scores.entries())
    if (place === 0 || score >= leastShown)
      printer.line(`     ${intent.padEnd(17)} ${score.toFixed(3)} ${barOf(printer, score)}`.trimEnd());
  if (clause.candidates.length === 0) return;
  printer.line(dim('     item                     answers       words covered'));
  for (const { id, score, coverage, lack } of clause.candidates) {
    const verdict =
      id === clause.itemId ? green('answers') : lack === '' ? dim('not needed') : yellow(lacks[lack] ?? lack);
    printer.line(
      `     ${fitLine(printableName(id), 24).padEnd(24)} ${score.toFixed(3)} ${barOf(printer, score)} ${coverage.toFixed(2).padStart(5)}  ${verdict}`,
    );
  }
}

/** What keeps a candidate from answering, by the trace's word for it. */
const lacks: Readonly<Record<string, string>> = {
  floor: 'too unlikely to answer (floor)',
  entity: 'does not cover what is named (entity)',
  answer: 'has no answer of the kind asked (answer)',
  word: 'lacks a telling word (word)',
  margin: 'not ahead of the next by enough (margin)',
};

/** What the reply claims, and the item that each claim rests on; then what the guard found wrong. */
export function showClaims(printer: Printer, { claims, breaches, itemsUsed }: DraftTrace, { reply }: Texts): void {
  const { bold, dim, green, red } = printer.colours;
  printer.line();
  printer.line(
    `${bold('Reply')} ${dim(itemsUsed.length === 0 ? 'rests on nothing' : `rests on ${itemsUsed.join(', ')}`)}`,
  );
  for (const claim of claims) {
    const source = claim.itemId === null ? red('nothing') : green(printableName(claim.itemId));
    printer.line(`   ${claim.kind.padEnd(10)} ${source.padEnd(14)} ${pieceOf(printer, reply, claim)}`);
  }
  for (const breach of breaches)
    printer.line(`   ${red('breach')} ${breach.kind.padEnd(10)} ${pieceOf(printer, reply, breach)}`);
}

function pieceOf(printer: Printer, text: string | null, { start, end }: { start: number; end: number }): string {
  const place = printer.colours.dim(`${start}–${end}`);
  if (text === null || end > text.length) return place;
  const piece = fitLine(printableText(text.slice(start, end)).replace(/\s+/g, ' ').trim(), 80);
  return `“${piece}” ${place}`;
}

function barOf(printer: Printer, part: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * barWidth);
  return printer.colours.dim(`${'━'.repeat(full)}${' '.repeat(barWidth - full)}`);
}
