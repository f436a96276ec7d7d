import { printableName, printableText } from '../../lib/printable.ts';
import type { Printer } from '../printer.ts';

/**
 * Prints a JSON value as an indented outline, for a trace from another engine or version. Short lists and objects stay
 * on one line.
 */
export function showOutline(printer: Printer, value: unknown, indent = ''): void {
  if (typeof value !== 'object' || value === null) return;
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item: unknown): [string, unknown] => ['-', item])
    : Object.entries(value);
  for (const [name, child] of entries) {
    const label = printer.colours.cyan(name === '-' ? '-' : printableName(name));
    const line = oneLine(child);
    if (line !== null) printer.line(`${indent}${label} ${line}`);
    else {
      printer.line(`${indent}${label}`);
      showOutline(printer, child, `${indent}  `);
    }
  }
}

const longestLine = 90;

function oneLine(value: unknown): string | null {
  if (value === null) return '—';
  if (typeof value !== 'object') return printableText(String(value));
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, child]) => {
    const text = oneLine(child);
    return text === null ? null : isList ? text : `${printableName(name)}=${text}`;
  });
  if (parts.includes(null)) return null;
  const line = parts.length === 0 ? 'none' : parts.join(isList ? ', ' : '  ');
  return line.length <= longestLine ? line : null;
}
