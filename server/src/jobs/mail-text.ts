import type { Announcement } from './announcement.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Words a notification as a mail: a subject of one bounded line, plain text, and the same as simple HTML. */
export function mailText(announcement: Announcement): MailText {
  const rows = rowsOf(announcement);
  const headline = `${who(announcement)} needs you.`;
  const closing =
    announcement.type === 'notification.test'
      ? 'This is a test: there is nothing to do.'
      : 'Understudy sent nothing to the contact. The conversation waits for you.';
  const quoted = announcement.message === null ? [] : ['Message:', '', ...quote(announcement.message), ''];
  const widest = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `${`${label}:`.padEnd(widest + 2)}${value}`);
  return {
    subject: subjectOf(announcement),
    text: [headline, '', ...lines, '', ...quoted, closing, ''].join('\n'),
    html: [
      `<p><strong>${escapeHtml(headline)}</strong></p>`,
      '<table cellpadding="4">',
      ...rows.map(([label, value]) => `<tr><td>${label}</td><td>${escapeHtml(value)}</td></tr>`),
      '</table>',
      ...(announcement.message === null
        ? []
        : [`<blockquote style="white-space: pre-wrap">${escapeHtml(printable(announcement.message))}</blockquote>`]),
      `<p>${closing}</p>`,
    ].join('\n'),
  };
}

/** A text made fit for one line: no line breaks, control characters or marks that turn the direction, at most `max` code points. */
export function oneLine(text: string, max: number): string {
  const points = [...printable(text).replace(/\s+/gu, ' ').trim()];
  return points.length <= max ? points.join('') : `${points.slice(0, max - 1).join('')}…`;
}

function subjectOf(announcement: Announcement): string {
  const { risk } = announcement;
  const prefix = announcement.type === 'notification.test' ? 'Test: ' : risk?.urgency === 'urgent' ? 'Urgent: ' : '';
  const matter = risk === null ? '' : `: ${words(risk.intent)} — ${risk.riskLevel}`;
  return `${prefix}${who(announcement)} needs you${matter}`;
}

function rowsOf(announcement: Announcement): [string, string][] {
  const { displayName, conversationId, channel, reason, risk } = announcement;
  const rows: [string, string | null][] = [
    ['For', displayName],
    ['Conversation', conversationId],
    ['Channel', channel],
    ['Reason', reason],
    ['About', risk === null ? null : words(risk.intent)],
    ['Risk', risk?.riskLevel ?? null],
    ['Urgency', risk?.urgency ?? null],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, oneLine(value, 200)]]));
}

function who({ contact }: Announcement): string {
  const name = oneLine(contact?.name ?? '', 60);
  const handle = oneLine(contact?.handle ?? '', 40);
  if (name !== '' && handle !== '') return `${name} (${handle})`;
  return name || handle || 'A conversation';
}

function words(intent: string): string {
  return oneLine(intent.replaceAll('_', ' '), 40);
}

function quote(message: string): string[] {
  return printable(message)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
}

/** Line breaks of every kind become \n; other control characters and direction marks go. */
function printable(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
