import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';

export interface MailAddress {
  readonly address: string;
  readonly name: string;
}

/** A mail from any source. */
export interface MailParts {
  /** The first header of each name, by the name in lower case; a mail has at most about a hundred. */
  readonly headers: ReadonlyMap<string, string>;
  readonly from: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly AttachmentKind[];
}

/** The ids in a header such as References, without their brackets. */
export function idsIn(header: string | undefined): string[] {
  return [...(header ?? '').slice(0, 16_384).matchAll(/<([^<>\s]{1,998})>/g)].flatMap(([, id]) => id ?? []);
}

/** `Maya <maya@example.com>` or a bare address; null if there is none. Only for headers that contain one address. */
export function addressIn(header: string | undefined): MailAddress | null {
  const text = (header ?? '').slice(0, 1_000);
  const bracketed = /^(.*)<([^<>\s@]{1,64}@[^<>\s@]{1,190})>\s*$/s.exec(text);
  const [, bare] = /^\s*([^<>\s@,]{1,64}@[^<>\s@,]{1,190})\s*$/.exec(text) ?? [];
  const address = bracketed?.[2] ?? bare;
  if (address === undefined) return null;
  const name = (bracketed?.[1] ?? '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('\\"', '"');
  return { address: address.toLowerCase(), name };
}

export function kindOfAttachment(mimeType: string): AttachmentKind {
  const [type = ''] = mimeType.toLowerCase().split('/');
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'file';
}

/** Lines of `Name: value`, unfolded, by lower-case name; the first of each counts. */
export function headersIn(lines: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines
    .slice(0, 65_536)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(at + 1).trim());
  }
  return headers;
}
