import { Option } from 'commander';
import type { AsJson } from './define.ts';
import { wholeNumber } from './option-values.ts';
import type { Printer } from './printer.ts';

const most = { shown: 100, asJson: 10_000 } as const;

export interface ListingOptions extends AsJson {
  readonly limit?: number;
}

export const limitOption = (): Option =>
  new Option(
    '-l, --limit <count>',
    `the maximum number to list, up to ${most.asJson} (default: ${most.shown}; with --json ${most.asJson})`,
  ).argParser(wholeNumber(1, most.asJson));

/** Reads the newest entries of a list, up to the limit. Prints a note on standard error if there are more. */
export async function newest<Item>(
  read: (limit: number) => Promise<Item[]>,
  options: ListingOptions,
  printer: Printer,
): Promise<Item[]> {
  const limit = options.limit ?? (options.json ? most.asJson : most.shown);
  const found = await read(limit + 1);
  if (found.length <= limit) return found;
  const way = limit < most.asJson ? `--limit shows more, up to ${most.asJson}` : 'that is the maximum';
  printer.note(`Only the newest ${limit} are listed; there are more (${way}).`);
  return found.slice(0, limit);
}
