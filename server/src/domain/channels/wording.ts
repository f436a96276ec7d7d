import { type Announcement, isOfAllowance } from './announcement.ts';

/** The text of a notification. All texts except the message are single lines without control characters. */
export interface Wording {
  /** One sentence without a period. It names the person who needs the creator, and the subject. */
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** The contact's own words, with line breaks; null unless the creator includes them. */
  readonly message: string | null;
  readonly closing: string;
}

/** Returns the text of a notification, for channels that people read. */
export function wordingOf(announcement: Announcement): Wording {
  const { type, workspaceId, about, message } = announcement;
  if (isOfAllowance(announcement)) {
    const isUsed = type === 'allowance.used';
    return {
      title: isUsed ? 'Your monthly replies are used up' : '80 % of your monthly replies are used',
      rows: [['Workspace', `${oneLine(workspaceId, 120)}, ${oneLine(about?.['period'] ?? '', 20)}`]],
      message: null,
      closing: isUsed
        ? 'Messages still arrive, and urgent ones still reach you. Drafts resume when the month renews.'
        : 'When all of them are used, drafts stop until the month renews.',
    };
  }
  return {
    title: titleOf(announcement),
    rows: rowsOf(announcement),
    message: message === null ? null : printable(message),
    closing:
      type === 'notification.test'
        ? 'This is a test. You do not need to do anything.'
        : 'Understudy sent nothing to the contact. The conversation is waiting for you.',
  };
}

/**
 * Returns the name of the person who needs the creator: a name, a handle or both. If neither is known, returns "A
 * conversation".
 */
export function contactLabel({ contact }: Announcement): string {
  const name = oneLine(contact?.name ?? '', 60);
  const handle = oneLine(contact?.handle ?? '', 40);
  if (name !== '' && handle !== '') return `${name} (${handle})`;
  return name || handle || 'A conversation';
}

/**
 * Puts a string on one line: removes line breaks, control characters and direction marks, and cuts the string to `max`
 * code points.
 */
export function oneLine(text: string, max: number): string {
  return cut(printable(text).replace(/\s+/gu, ' ').trim(), max);
}

/** Cuts a string to at most `max` code points, the last of which is an ellipsis if the string was cut. */
export function cut(text: string, max: number): string {
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`;
}

/** Returns a message as quoted lines, cut to at most `max` code points. */
export function quoted(message: string, max = Number.POSITIVE_INFINITY): string[] {
  return cut(message, max)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
}

function titleOf(announcement: Announcement): string {
  const { risk, type } = announcement;
  const prefix = type === 'notification.test' ? 'Test: ' : risk?.urgency === 'urgent' ? 'Urgent: ' : '';
  const matter = risk === null ? '' : `: ${words(risk.intent)} — ${risk.riskLevel}`;
  return `${prefix}${contactLabel(announcement)} needs you${matter}`;
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

function words(intent: string): string {
  return oneLine(intent.replaceAll('_', ' '), 40);
}

/** Replaces every kind of line break with a line feed, and removes other control characters and direction marks. */
function printable(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
