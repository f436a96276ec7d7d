export const tabNames = ['waiting', 'proposals', 'automatic', 'done'] as const;
export type InboxTab = (typeof tabNames)[number];

export function isInboxTab(name: string): name is InboxTab {
  return tabNames.some((tab) => tab === name);
}

export const tabWords: Readonly<
  Record<InboxTab, { readonly label: string; readonly short: string; readonly empty: string; readonly hint: string }>
> = {
  waiting: {
    label: 'Waiting for you',
    short: 'Waiting',
    empty: 'Nothing is waiting for you',
    hint: 'A conversation appears here when your agent or a connected inbox needs you.',
  },
  proposals: {
    label: 'Proposals',
    short: 'Proposals',
    empty: 'No open proposals',
    hint: 'Unanswered messages appear here, each with a suggested reply if your facts have one.',
  },
  automatic: {
    label: 'Answered automatically',
    short: 'Automatic',
    empty: 'Nothing has been answered automatically yet',
    hint: 'Automatic answers appear here. Look through them now and then, and correct the ones that were wrong.',
  },
  done: {
    label: 'Done',
    short: 'Done',
    empty: 'Nothing is done yet',
    hint: 'Conversations that you answered or closed appear here.',
  },
};
