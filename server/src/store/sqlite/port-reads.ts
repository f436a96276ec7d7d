import { accountCareReads } from './account-care.ts';
import { accountsReads } from './accounts.ts';
import { activityReads } from './activity.ts';
import { auditReads } from './audit.ts';
import { autonomyReads } from './autonomy.ts';
import { conversationsReads } from './conversations.ts';
import { draftsReads } from './drafts.ts';
import { forgettingReads } from './forgetting.ts';
import { inboxPageReads } from './inbox-page.ts';
import { inboxReadsReads } from './inbox-reads.ts';
import { keysReads } from './keys.ts';
import { linksReads } from './links.ts';
import { noticesReads } from './notices.ts';
import { notificationsReads } from './notifications.ts';
import { pageAskReads } from './page-ask.ts';
import { pagesReads } from './pages.ts';
import { prepareDraftReads } from './prepare-draft.ts';
import { pushReads } from './push.ts';
import { reviewingReads } from './reviewing.ts';
import { sessionsReads } from './sessions.ts';
import { studioReads } from './studio.ts';
import { teachingReads } from './teaching.ts';
import type { Moment } from './transaction.ts';
import { workspacesReads } from './workspaces.ts';

/**
 * All operations of the store that only read, and need nothing but a moment and their input. Each module lists its
 * operations in a constant named `…Reads`.
 */
const readOperations = {
  ...accountCareReads,
  ...accountsReads,
  ...activityReads,
  ...auditReads,
  ...autonomyReads,
  ...conversationsReads,
  ...draftsReads,
  ...forgettingReads,
  ...inboxPageReads,
  ...inboxReadsReads,
  ...keysReads,
  ...linksReads,
  ...noticesReads,
  ...notificationsReads,
  ...pageAskReads,
  ...pagesReads,
  ...prepareDraftReads,
  ...pushReads,
  ...reviewingReads,
  ...sessionsReads,
  ...studioReads,
  ...teachingReads,
  ...workspacesReads,
};

type ReadOperations = typeof readOperations;

export type PortReads = {
  readonly [Name in keyof ReadOperations]: (
    ...input: ReadOperations[Name] extends (at: Moment, ...input: infer Input) => unknown ? Input : never
  ) => Promise<ReturnType<ReadOperations[Name]>>;
};

export function portReads(read: <Result>(from: (at: Moment) => Result) => Promise<Result>): PortReads {
  // `PortReads` states the input and the result of each operation.
  const operations = Object.entries(readOperations) as [string, (at: Moment, input?: unknown) => unknown][];
  return Object.fromEntries(
    operations.map(([name, operation]) => [name, (input?: unknown) => read((at) => operation(at, input))]),
  ) as unknown as PortReads;
}
