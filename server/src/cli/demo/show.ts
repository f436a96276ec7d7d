import type { RiskLevel } from '../../domain/decision.ts';
import type { ProfileDocument } from '../../domain/workspace-document.ts';
import { printableText } from '../../lib/printable.ts';
import { displayWidth, wrapText } from '../display-width.ts';
import type { Printer } from '../printer.ts';
import type { DemoDraft } from './draft.ts';

const widest = 100;
const narrowest = 40;
const labelWidth = 11;
/** The kind of a claim that is a sentence of the item, which the reply shows already. */
const wholeSentence = 'sentence';

export function showHeading(printer: Printer, profiles: readonly ProfileDocument[]): void {
  const { bold, dim } = printer.colours;
  const names = profiles.map(({ displayName }) => displayName).join(' and ');
  printer.line(bold(`Drafts for ${names}, two invented creators`));
  for (const line of wrapText(
    'Nothing is sent. A safe reply may go out unchanged; a reply for review is a proposal to the creator; blocked messages get no reply.',
    widthOf(printer),
  )) {
    printer.line(dim(line));
  }
}

/** One message with its decision, the reply, and what each claim of the reply rests on. */
export function showDraft(printer: Printer, { from, message, profile, decision, claims, itemsUsed }: DemoDraft): void {
  const { bold, dim } = printer.colours;
  const width = widthOf(printer);
  printer.line();
  const title = `${from} to ${profile.displayName} `;
  printer.line(`${bold(title)}${dim('─'.repeat(Math.max(0, width - displayWidth(title))))}`);
  row(printer, '', printableText(message), (text) => text);
  const percent = `${Math.round(decision.confidence * 100)} %`;
  printer.line(`${badge(printer, decision.riskLevel)}${bold(decision.intent)} ${dim(`· ${percent} sure`)}`);
  if (decision.reply === '') row(printer, 'reply', 'none', dim);
  else
    row(
      printer,
      decision.riskLevel === 'safe' ? 'reply' : 'for review',
      decision.reply,
      paintOf(printer, decision.riskLevel),
    );
  for (const [index, id] of itemsUsed.entries()) {
    const typed = claims.filter((claim) => claim.itemId === id && claim.kind !== wholeSentence);
    const text = [`${id} ${kindOf(profile, id)}`, ...new Set(typed.map((claim) => `“${claim.text}”`))].join(' ');
    row(printer, index === 0 ? 'rests on' : '', text, dim);
  }
  row(printer, 'because', decision.rationale, dim);
}

export function showTally(printer: Printer, drafts: readonly DemoDraft[], isPage: boolean): void {
  const { dim } = printer.colours;
  const count = (level: RiskLevel): number => drafts.filter(({ decision }) => decision.riskLevel === level).length;
  printer.line();
  if (!isPage) return;
  printer.line(
    `${drafts.length} messages: ${count('safe')} safe, ${count('review')} for review, ${count('blocked')} blocked.`,
  );
  printer.line(dim('Try your own: understudy demo "do you take commissions?"      Start the service: npm start'));
}

function badge(printer: Printer, level: RiskLevel): string {
  const text = level.padEnd(labelWidth);
  return printer.colours.bold(paintOf(printer, level)(text));
}

function paintOf({ colours }: Printer, level: RiskLevel): (text: string) => string {
  return { safe: colours.green, review: colours.yellow, blocked: colours.red }[level];
}

function row(printer: Printer, label: string, text: string, paint: (text: string) => string): void {
  const lines = wrapText(text, widthOf(printer) - labelWidth);
  for (const [index, line] of lines.entries()) {
    printer.line(`${printer.colours.dim((index === 0 ? label : '').padEnd(labelWidth))}${paint(line)}`);
  }
}

function widthOf({ columns }: Printer): number {
  return Math.max(narrowest, Math.min(columns ?? widest, widest));
}

/** What an item is, in the creator's own words where they gave a topic or a name. */
function kindOf({ persona }: ProfileDocument, id: string): string {
  const fact = persona?.facts?.find((candidate) => candidate.id === id);
  if (fact !== undefined) return `(fact${fact.topic === undefined ? '' : `, ${fact.topic}`})`;
  const offer = persona?.offers?.find((candidate) => candidate.id === id);
  if (offer !== undefined) return `(offer, ${offer.name})`;
  const phrase = persona?.phrases?.find((candidate) => candidate.id === id);
  return phrase === undefined ? '' : `(${phrase.use} phrase)`;
}
