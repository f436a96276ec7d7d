import type { AttachmentKind } from '../../domain/inbox/attachment-kinds.ts';

export interface MailAddress {
  readonly address: string;
  readonly name: string;
}

/** The parts of an email from any source. */
export interface MailParts {
  /** The first header with each name, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly from: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly AttachmentKind[];
}

/** Returns the ids in a header such as References, without their brackets. */
export function idsIn(header: string | undefined): string[] {
  return [...(header ?? '').slice(0, 16_384).matchAll(/<([^<>\s]{1,998})>/g)].flatMap(([, id]) => id ?? []);
}

/**
 * Reads `Maya <maya@example.com>` or a bare address from a header that contains one address. Returns null if there is
 * none.
 */
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

/** Returns the kind of an attachment with this MIME type: `file` if it is not an image, a video or audio. */
export function kindOfAttachment(mimeType: string): AttachmentKind {
  const [type = ''] = mimeType.toLowerCase().split('/');
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'file';
}

/** Parses header lines (`Name: value`), unfolded, by lower-case name. The first header with each name counts. */
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
