import PostalMime, { type Address } from 'postal-mime';
import { kindOfAttachment, type MailAddress, type MailParts } from './mail-parts.ts';

/** The maximum number of bytes that are read from an email. The rest of a longer email is ignored. */
export const mostMailBytes = 262_144;
const mostText = 65_536;

/**
 * Parses a MIME email. Keeps the headers, the addresses, the text, and the kinds of the attachments, but not the
 * attachments themselves. @throws when nesting or headers exceed the limits
 */
export async function parseMime(raw: Uint8Array): Promise<MailParts> {
  const mail = await PostalMime.parse(raw.subarray(0, mostMailBytes), {
    maxNestingDepth: 30,
    maxHeadersSize: 131_072,
    maxRfc822NestingDepth: 0,
  });
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value);
  // The parser has already decoded the subject.
  if (mail.subject !== undefined) headers.set('subject', mail.subject);
  return {
    headers,
    from: flat(mail.from === undefined ? [] : [mail.from])[0] ?? null,
    to: flat([...(mail.to ?? []), ...(mail.cc ?? [])]),
    text: (mail.text ?? '').slice(0, mostText),
    html: (mail.html ?? '').slice(0, mostText * 4),
    attachments: mail.attachments.slice(0, 50).map(({ mimeType }) => kindOfAttachment(mimeType)),
  };
}

function flat(addresses: readonly Address[]): MailAddress[] {
  return addresses
    .flatMap((each) => each.group ?? [{ name: each.name, address: each.address }])
    .slice(0, 100)
    .flatMap(({ name, address }) => {
      if (address === undefined || !address.includes('@')) return [];
      return { name, address: address.toLowerCase() };
    });
}
