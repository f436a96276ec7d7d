import { type Announcement, isOfAllowance } from '../domain/channels/announcement.ts';
import { contactLabel, quoted, wordingOf } from '../domain/channels/wording.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Writes a notification as an email: a one-line subject of limited length, plain text, and the same text as simple
 * HTML.
 */
export function mailText(announcement: Announcement): MailText {
  const { title, rows, message, closing } = wordingOf(announcement);
  const headline = isOfAllowance(announcement) ? `${title}.` : `${contactLabel(announcement)} needs you.`;
  const widest = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `${`${label}:`.padEnd(widest + 2)}${value}`);
  const quote = message === null ? [] : ['Message:', '', ...quoted(message), ''];
  return {
    subject: title,
    text: [headline, '', ...lines, '', ...quote, closing, ''].join('\n'),
    html: [
      `<p><strong>${escapeHtml(headline)}</strong></p>`,
      '<table cellpadding="4">',
      ...rows.map(([label, value]) => `<tr><td>${label}</td><td>${escapeHtml(value)}</td></tr>`),
      '</table>',
      ...(message === null ? [] : [`<blockquote style="white-space: pre-wrap">${escapeHtml(message)}</blockquote>`]),
      `<p>${closing}</p>`,
    ].join('\n'),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
