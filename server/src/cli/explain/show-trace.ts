import { reasonInWords } from '../../drafting/decide/rationale.ts';
import type { DraftOutput } from '../../drafting/engine.ts';
import { DraftTrace } from '../../drafting/trace.ts';
import { printableName, printableText } from '../../lib/printable.ts';
import { createValidator } from '../../lib/validator.ts';
import { wrapText } from '../display-width.ts';
import type { Printer } from '../printer.ts';
import type { Asked } from './read-asked.ts';
import { showOutline } from './show-outline.ts';
import { pieceOf, showClaims, showClause, type Texts } from './show-parts.ts';

export interface Explained {
  readonly trace: unknown;
  /** The draft that this command created; null for a stored draft, because a trace contains no texts. */
  readonly draft: (Asked & Pick<DraftOutput, 'decision'>) | null;
}

const readTrace = createValidator(DraftTrace);
const widest = 100;

/** Shows a trace to a person. The step that decided comes first, and the details follow. */
export function showTrace(printer: Printer, { trace: value, draft }: Explained): void {
  const read = readTrace(value);
  if (draft !== null) showDraft(printer, draft);
  if (!read.ok) {
    showOutline(printer, value);
    return;
  }
  const trace = read.value;
  const { bold, dim, green, yellow } = printer.colours;
  const texts: Texts = { message: draft?.input.message ?? null, reply: draft?.decision.reply ?? null };
  const row = rowOf(printer);
  const [rule = ''] = trace.decidedBy.split(':');
  row(
    'decided by',
    rule === 'safe' ? green(trace.decidedBy) : `${yellow(trace.decidedBy)}${dim(because(trace.decidedBy))}`,
  );
  for (const reason of trace.reasons.filter((one) => one !== trace.decidedBy))
    row('also', `${yellow(reason)}${dim(because(reason))}`);
  const { found, expected, isUnderstood } = trace.language;
  row(
    'language',
    `${printableName(found)} ${dim(`of ${expected.join(', ')}`)}${isUnderstood ? '' : yellow('  not understood')}`,
  );
  const { danger } = trace.thresholds;
  const isDangerous = trace.danger >= danger;
  row(
    'danger',
    `${(isDangerous ? yellow : green)(trace.danger.toFixed(3))} ${dim(`at ${danger} or more, an answer is automatic only if the engine is certain of it`)}`,
  );
  const whole = trace.whole.scores.map(({ intent, score }) => `${intent} ${score.toFixed(2)}`);
  row('as a whole', `${whole.join(dim(' · '))}  ${dim(`may be automatic ${trace.whole.automatic.toFixed(2)}`)}`);
  for (const hazard of trace.hazards)
    row('rule', `${hazardText(printer, hazard)} ${hazard.rule} ${pieceOf(printer, texts.message, hazard)}`);
  for (const risk of trace.risks)
    row('classifier', `${hazardText(printer, risk)} in ${risk.view} ${pieceOf(printer, texts.message, risk)}`);
  for (const past of trace.history)
    row('thread', `${yellow(past.category)} ${past.rule} ${dim(`in message ${past.index + 1} of the history`)}`);
  for (const topic of trace.topics)
    row('topic', `${yellow(topic.list)} ${dim(`number ${topic.index + 1} in the list`)}`);
  if (trace.model !== undefined) row('model', modelText(printer, trace.model));
  printer.line();
  printer.line(bold('Clauses'));
  const { answer, proposal } = trace.thresholds;
  const bounds = `an item is proposed at ${proposal} or more, and the answer may be automatic at ${answer} or more; the answer's probability is ${trace.answer.probability}`;
  for (const line of wrapText(bounds, printer.columns ?? widest)) printer.line(dim(line));
  for (const [index, clause] of trace.clauses.entries()) showClause(printer, clause, index + 1, texts);
  showClaims(printer, trace, texts);
}

/** Shows the message and the decision as the caller receives them. */
function showDraft(printer: Printer, { input, decision, profileId }: NonNullable<Explained['draft']>): void {
  const { bold, dim, green, yellow, red } = printer.colours;
  const paint = { safe: green, review: yellow, blocked: red }[decision.riskLevel];
  const before = input.history.length;
  const thread = before === 0 ? '' : `, after ${before} ${before === 1 ? 'message' : 'messages'}`;
  printer.line(`${bold(printableName(input.displayName))} ${dim(`${printableName(profileId)}${thread}`)}`);
  const width = Math.min(printer.columns ?? widest, widest) - 2;
  for (const line of wrapText(printableText(input.message), width)) printer.line(`  ${line}`);
  printer.line();
  printer.line(
    `${bold(paint(decision.riskLevel))} ${bold(decision.intent)} ${dim(`· ${Math.round(decision.confidence * 100)} % sure`)}`,
  );
  for (const line of decision.reply === '' ? [] : wrapText(decision.reply, width)) printer.line(`  ${paint(line)}`);
  for (const line of wrapText(decision.rationale, width)) printer.line(`  ${dim(line)}`);
  printer.line();
}

/** Describes how a language model influenced the decision. */
function modelText({ colours }: Printer, model: NonNullable<DraftTrace['model']>): string {
  const { outcome, isCached, readings, checks, wordings, inputTokens, outputTokens, milliseconds, breaches } = model;
  const { reading, check, rival, wording, alone } = model;
  const parts =
    reading?.parts.map(({ start, end, items }) => `${start}–${end}: ${items.join(' + ') || 'no item'}`) ?? [];
  const said =
    reading === null
      ? ''
      : `; read ${reading.intent}, ${reading.risk}${parts.length === 0 ? '' : `, ${parts.join('; ')}`}`;
  const asked = [
    `${isCached === true ? '1 cached reading' : `${readings} readings`}, ${checks} checks, ${wordings} wordings`,
    `${inputTokens} input and ${outputTokens} output tokens, ${milliseconds} ms`,
  ];
  const more = [
    check === '' ? '' : `check: ${check}${rival === undefined ? '' : `, and of the most likely other item: ${rival}`}`,
    wording === '' ? '' : `wording: ${wording}${breaches.length === 0 ? '' : ` (${breaches.join(', ')})`}`,
    `alone: ${alone.items.join(' + ') || 'no item'} at ${alone.probability}`,
  ].filter((text) => text !== '');
  const painted = outcome === 'used' ? colours.green(outcome) : colours.yellow(outcome);
  return `${painted} ${colours.dim(`${asked.join(', ')}${printableName(said)}; ${more.join('; ')}`)}`;
}

const labelWidth = 12;

/**
 * Returns a function that prints one row of text with its label. Text that is too long for the terminal continues on
 * the next line.
 */
function rowOf(printer: Printer): (label: string, text: string) => void {
  return (label, text) => {
    const lines = printer.columns === null ? [text] : wrapText(text, printer.columns - labelWidth);
    for (const [at, line] of lines.entries())
      printer.line(`${printer.colours.cyan((at === 0 ? label : '').padEnd(labelWidth))}${line}`);
  };
}

function because(decidedBy: string): string {
  return `  because ${reasonInWords(decidedBy)}`;
}

function hazardText(printer: Printer, { category, level }: { category: string; level: string }): string {
  const { red, yellow } = printer.colours;
  return `${(level === 'block' ? red : yellow)(category)} (${level})`;
}
