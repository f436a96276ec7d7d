export const tabNames = ['waiting', 'proposals', 'automatic', 'done'] as const;
export type InboxTab = (typeof tabNames)[number];

export function isInboxTab(name: string): name is InboxTab {
  return tabNames.some((tab) => tab === name);
}

export const tabWords: Readonly<
  Record<InboxTab, { readonly label: string; readonly empty: string; readonly hint: string }>
> = {
  waiting: {
    label: 'Waiting for you',
    empty: 'Nothing waits for you',
    hint: 'A conversation appears here when your agent or a connected inbox needs you.',
  },
  proposals: {
    label: 'Proposals',
    empty: 'No proposal is open',
    hint: 'Messages that nobody answered yet appear here, with a suggestion where there is one.',
  },
  automatic: {
    label: 'Answered automatically',
    empty: 'Nothing was answered automatically yet',
    hint: 'Look through these now and then, and say when one was wrong.',
  },
  done: { label: 'Done', empty: 'Nothing is done yet', hint: 'Conversations that you answered or closed appear here.' },
};
