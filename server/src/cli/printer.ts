import { once } from 'node:events';
import Table from 'cli-table3';
import picocolors from 'picocolors';
import { isPipeClosed } from './closed-pipes.ts';
import { displayWidth, fitLine } from './display-width.ts';
import type { Output, Terminal } from './terminal.ts';

type Colours = ReturnType<typeof picocolors.createColors>;

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** True if the column may be cut off when the terminal is too narrow. */
  readonly canShrink?: boolean;
  /** Colours a cell after it has been measured and cut. */
  readonly paint?: (cell: string, colours: Colours) => string;
}

export interface Printer {
  readonly colours: Colours;
  readonly errorColours: Colours;
  /** The number of columns of the terminal; null if the output is not a terminal. */
  readonly columns: number | null;
  /** Prints a line on standard output. */
  line(text?: string): void;
  /** Prints a line on standard error, for anything other than the result. */
  note(text: string): void;
  /** Prints a value as JSON on standard output. */
  json(value: unknown): void;
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void;
  /** Prints text on standard output. Resolves once more can be written, so that large output needs little memory. */
  write(text: string): Promise<void>;
}

/**
 * Creates a printer for people and machines. The printer colours and shortens lines only on a terminal that supports
 * this.
 */
export function createPrinter({ env, stdout, stderr }: Terminal): Printer {
  const colours = picocolors.createColors(wantsColour(env, stdout));
  const columns = (): number | null => (stdout.isTTY === true ? Math.max(40, stdout.columns ?? 80) : null);
  return {
    colours,
    errorColours: picocolors.createColors(wantsColour(env, stderr)),
    get columns() {
      return columns();
    },
    line: (text = '') => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    json: (value) => void stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    table: (shape, rows) => void stdout.write(layOut(shape, rows, columns(), colours)),
    async write(text) {
      if (isPipeClosed(stdout) || stdout.write(text)) return;
      // A stream error is reported at the end of the command.
      await once(stdout, 'drain').catch(() => undefined);
    },
  };
}

/**
 * Returns true if output to a stream should be coloured. NO_COLOR, FORCE_COLOR and TERM=dumb take precedence;
 * otherwise, only output to a terminal is coloured.
 */
export function wantsColour(env: Terminal['env'], stream: Output): boolean {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== '';
  if (isSet('NO_COLOR') || env['TERM'] === 'dumb') return false;
  return isSet('FORCE_COLOR') ? env['FORCE_COLOR'] !== '0' : stream.isTTY === true;
}

const gap = '  ';
const frameless = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'])
    .map((part) => [part, '']),
);

function layOut(
  shape: readonly Column[],
  rows: readonly (readonly string[])[],
  columns: number | null,
  colours: Colours,
): string {
  const widths = shape.map(({ title }, index) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[index] ?? ''))),
  );
  if (columns !== null) shrink(shape, widths, columns);
  const table = new Table({
    head: shape.map(({ title }) => colours.dim(title)),
    chars: { ...frameless, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colAligns: shape.map(({ align }) => align ?? 'left'),
  });
  for (const row of rows) {
    table.push(
      shape.map(({ paint }, index) => {
        const cell = fitLine(row[index] ?? '', widths[index] ?? 0);
        return paint?.(cell, colours) ?? cell;
      }),
    );
  }
  const lines = table.toString().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Takes columns from the widest shrinkable column until the row fits the terminal. */
function shrink(shape: readonly Column[], widths: number[], columns: number): void {
  const floor = 8;
  const total = (): number => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
  while (total() > columns) {
    let widest = -1;
    for (const [index, { canShrink }] of shape.entries()) {
      const width = widths[index] ?? 0;
      if (canShrink === true && width > floor && width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest === -1) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}
