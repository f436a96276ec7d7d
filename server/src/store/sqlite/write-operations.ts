import { accountCareWrites } from './account-care.ts';
import { accountsWrites } from './accounts.ts';
import { activityWrites } from './activity.ts';
import { allowanceWrites } from './allowance.ts';
import { auditWrites } from './audit.ts';
import { autonomyWrites } from './autonomy.ts';
import { conversationsWrites } from './conversations.ts';
import { draftsWrites } from './drafts.ts';
import { forgetPhrasesWrites } from './forget-phrases.ts';
import { forgettingWrites } from './forgetting.ts';
import { handoffsWrites } from './handoffs.ts';
import { inboxReadsWrites } from './inbox-reads.ts';
import { inboxStepWrites } from './inbox-step.ts';
import { keysWrites } from './keys.ts';
import { leasesWrites } from './leases.ts';
import { linksWrites } from './links.ts';
import { noticesWrites } from './notices.ts';
import { notificationsWrites } from './notifications.ts';
import { pageAskWrites } from './page-ask.ts';
import { pagesWrites } from './pages.ts';
import { pushWrites } from './push.ts';
import { receiverStepWrites } from './receiver-step.ts';
import { retentionWrites } from './retention.ts';
import { reviewingWrites } from './reviewing.ts';
import { sessionsWrites } from './sessions.ts';
import { studioWrites } from './studio.ts';
import { teachingWrites } from './teaching.ts';
import { webhookSecretsWrites } from './webhook-secrets.ts';

/**
 * All operations that the write thread performs in a savepoint of a group's transaction. Each module lists its
 * operations in a constant named `…Writes`.
 */
export const writeOperations = {
  ...accountCareWrites,
  ...accountsWrites,
  ...activityWrites,
  ...allowanceWrites,
  ...auditWrites,
  ...autonomyWrites,
  ...conversationsWrites,
  ...draftsWrites,
  ...forgetPhrasesWrites,
  ...forgettingWrites,
  ...handoffsWrites,
  ...inboxReadsWrites,
  ...inboxStepWrites,
  ...keysWrites,
  ...leasesWrites,
  ...linksWrites,
  ...noticesWrites,
  ...notificationsWrites,
  ...pageAskWrites,
  ...pagesWrites,
  ...pushWrites,
  ...receiverStepWrites,
  ...retentionWrites,
  ...reviewingWrites,
  ...sessionsWrites,
  ...studioWrites,
  ...teachingWrites,
  ...webhookSecretsWrites,
};

export type WriteOperations = typeof writeOperations;
