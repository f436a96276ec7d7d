import type { PageDoubt } from '../../../../server/src/domain/page/page-doubts.ts';

const words: Readonly<Record<PageDoubt, string>> = {
  code: 'a code',
  address: 'an address or a telephone number',
  members: 'a members-only benefit',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns a sentence with the reasons not to show an item on the Page, for the person who chooses the items. */
export function doubtSentence(doubts: readonly PageDoubt[]): string {
  return `This mentions ${list.format(doubts.map((doubt) => words[doubt]))}. Everyone can read what is on the Page.`;
}
