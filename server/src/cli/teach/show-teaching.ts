import type { TeachingList } from '../../admin/teaching/list-teaching.ts';
import type { RefusedPhrase } from '../../admin/teaching/sift-phrases.ts';
import { printableName } from '../../lib/printable.ts';
import type { Printer } from '../printer.ts';

const mostShown = 50;
const words = { alias: 'alias', near_miss: 'near miss' } as const;

/** Lists the training phrases: a table of the items, then flagged phrases and confusions one by one. */
export function showTeaching(printer: Printer, list: TeachingList): void {
  const { bold, dim, yellow } = printer.colours;
  const state = list.isDraft ? ' (the draft; publish it in the console to use it)' : '';
  printer.line(`${bold(printableName(list.displayName))}: ${counted(list.phrases, 'training phrase')}${state}`);
  printer.line();
  const number = { align: 'right' } as const;
  printer.table(
    [
      { title: '  ITEM', canShrink: true },
      { title: 'ABOUT', canShrink: true },
      { title: 'ALIASES', ...number },
      { title: 'NEAR MISSES', ...number },
      { title: 'FLAGGED', ...number },
      { title: 'SUGGESTED', ...number },
      { title: 'FOUND AGAIN', ...number },
    ],
    list.items.map(({ id, title, isApproved, aliases, nearMisses, flagged, suggested, confusion }) => [
      `  ${printableName(id)}`,
      `${printableName(title)}${isApproved ? '' : ' (not approved)'}`,
      count(aliases),
      count(nearMisses),
      count(flagged.length),
      count(suggested.aliases + suggested.nearMisses),
      confusion.asked === 0 ? '—' : `${Math.round((100 * confusion.right) / confusion.asked)} %`,
    ]),
  );
  const confused = list.items.flatMap(({ id, confusion }) => {
    const often = confusion.takenBy.filter(({ count: taken }) => taken > 1 && taken >= confusion.asked / 10);
    return often.length === 0 ? [] : [{ id, asked: confusion.asked, takenBy: often }];
  });
  if (confused.length > 0) {
    printer.line();
    printer.line(
      bold('Confused with others') +
        dim(' (aliases that the classifier was not trained on, and the items that it chose for them)'),
    );
    for (const { id, asked, takenBy } of confused.slice(0, mostShown)) {
      const taken = takenBy.slice(0, 3).map((other) => `${other.count} went to ${printableName(other.itemId)}`);
      printer.line(`  ${printableName(id)}: of ${asked}, ${taken.join(', ')}`);
    }
  }
  const flagged = list.items.flatMap(({ id, flagged: own }) => own.map((flag) => ({ itemId: id, ...flag })));
  if (flagged.length > 0) {
    printer.line();
    printer.line(
      `${yellow('!')} ${bold(`${counted(flagged.length, 'phrase')} ${flagged.length === 1 ? 'is' : 'are'} not learned`)}`,
    );
    showRefused(printer, flagged);
  }
  const waiting = list.items.reduce((sum, { suggested }) => sum + suggested.aliases + suggested.nearMisses, 0);
  const ofFans = list.items.reduce((sum, { suggested }) => sum + suggested.ofFans, 0);
  if (waiting === 0) return;
  printer.line();
  printer.line(
    `${counted(waiting, 'suggestion')} ${waiting === 1 ? 'is' : 'are'} waiting${ofFans === 0 ? '' : `, ${count(ofFans)} of them from fans`}. Accept them with --accept all or --accept ITEM${ofFans === 0 ? '' : '; those from fans only with --accept ITEM'}.`,
  );
}

/** Lists rejected phrases one by one, each with the reason. */
export function showRefused(
  printer: Printer,
  refused: readonly Pick<RefusedPhrase, 'itemId' | 'kind' | 'text' | 'message'>[],
): void {
  const { dim } = printer.colours;
  for (const { itemId, kind, text, message } of refused.slice(0, mostShown)) {
    printer.line(`  ${dim('·')} ${printableName(itemId)}, ${words[kind]} “${printableName(text)}”`);
    printer.line(`    ${message}`);
  }
  const more = refused.length - mostShown;
  if (more > 0) printer.line(`  ${dim('·')} … and ${count(more)} more; --json lists them all`);
}

/** Returns a number with its noun, such as "1 phrase" or "2 phrases". */
export function counted(number: number, word: string): string {
  return `${count(number)} ${word}${number === 1 ? '' : 's'}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
