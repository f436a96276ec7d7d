const longest = 65_536;

/**
 * Returns the visible text of HTML without markup, with one line for each block. Drops attributes and the addresses of
 * links. Takes time linear in the length of the HTML.
 */
export function textOfHtml(html: string): string {
  return withoutMarkup(html.slice(0, longest * 4))
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(nbsp|amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
    })
    .split('\n')
    .map((line) => line.replace(/[ \t\u{a0}]+/gu, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Elements whose content is invisible, or that quote another email. */
const unread = new Set(['script', 'style', 'head', 'title', 'blockquote']);
const blocks = new Set(['br', '/p', '/div', '/li', '/tr', '/h1', '/h2', '/h3', '/h4', '/h5', '/h6']);

/** Removes markup in one scan. A tag without an end ends the text. */
function withoutMarkup(html: string): string {
  const lower = html.toLowerCase();
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) return text + html.slice(at);
    text += html.slice(at, open);
    const isComment = html.startsWith('<!--', open);
    const end = isComment ? html.indexOf('-->', open) : html.indexOf('>', open);
    if (end < 0) return text;
    const [, tag = ''] = /^<(\/?[a-z0-9]{1,20})/.exec(lower.slice(open, open + 24)) ?? [];
    at = end + (isComment ? 3 : 1);
    if (blocks.has(tag)) text += '\n';
    if (!unread.has(tag)) continue;
    const close = lower.indexOf(`</${tag}`, at);
    if (close < 0) return text;
    text += '\n';
    at = close;
  }
  return text;
}

const named: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The ways in which email programs introduce a quoted email. Each pattern is tested on one line, and on two joined
 * lines.
 */
const introductions = [
  /^-{3,} ?(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original) ?-{3,}$/i,
  /^_{10,}$/,
  /^on .{4,200} wrote:$/i,
  /^am .{4,200} schrieb.{0,200}:$/i,
  /^le .{4,200} a écrit ?:$/i,
  /^el .{4,200} escribió:$/i,
  /^il .{4,200} ha scritto:$/i,
  /^op .{4,200} schreef.{0,200}:$/i,
];
const headerLine = /^\*?(?:from|von|de|da|van):\*? .+$/i;
const nextHeaderLine = /^\*?(?:sent|date|to|gesendet|datum|an|envoyé|enviado|para|à):\*? .+$/i;

/**
 * Returns the text that the sender wrote: without a quoted email below it and without a signature. Returns the whole
 * text if nothing would be left.
 */
export function withoutQuotes(text: string): string {
  const lines = text.slice(0, longest).replaceAll('\r\n', '\n').split('\n');
  const end = lines.findIndex((line, index) => {
    const trimmed = line.trim();
    const both = `${trimmed} ${(lines[index + 1] ?? '').trim()}`;
    if (line === '-- ' || trimmed === '--') return true;
    if (introductions.some((form) => form.test(trimmed))) return true;
    if (/^(?:on|am|le|el|il|op) /i.test(trimmed) && introductions.slice(2).some((form) => form.test(both))) return true;
    const below = [lines[index + 1], lines[index + 2]].map((next) => (next ?? '').trim());
    return headerLine.test(trimmed) && below.some((next) => nextHeaderLine.test(next));
  });
  const own = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !line.startsWith('>'));
  const device = /^(?:sent from my |von meinem .{1,40} gesendet|envoyé de mon |get outlook for )/i;
  while (own.length > 0 && ((own.at(-1) ?? '').trim() === '' || device.test((own.at(-1) ?? '').trim()))) own.pop();
  const left = own.join('\n').trim();
  return left === '' ? text.slice(0, longest).trim() : left;
}
