const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Returns a short name such as "Firefox on Linux", by which people recognize a browser; '' if unknown. */
export function browserName(userAgent: string | undefined): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  return [browser ?? '', system === undefined ? '' : `on ${system}`].join(' ').trim();
}
