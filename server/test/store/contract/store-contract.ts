import type { StoreHarness } from '../../support/store-harness.ts';
import { describeAccounts } from './accounts.ts';
import { describeAllowance } from './allowance.ts';
import { describeAppending } from './appending.ts';
import { describeAuthentication } from './authentication.ts';
import { describeConsole } from './console.ts';
import { describeConversations } from './conversations.ts';
import { describeDraftContext } from './draft-context.ts';
import { describeDraftExactlyOnce } from './draft-exactly-once.ts';
import { describeDraftsAtOnce } from './drafts-at-once.ts';
import { describeExactlyOnceModel } from './exactly-once-model.ts';
import { describeExactlyOnceRaces } from './exactly-once-races.ts';
import { describeHandoffs } from './handoffs.ts';
import { describeIdentities } from './identities.ts';
import { describeImports } from './imports.ts';
import { describeKeys } from './keys.ts';
import { describeLanguageModels } from './language-models.ts';
import { describeLeases } from './leases.ts';
import { describeMonthEnd } from './month-end.ts';
import { describeNotifications } from './notifications.ts';
import { describeRoundTrip } from './round-trip.ts';
import { describeSlidingWindows } from './sliding-windows.ts';
import { describeTenantIsolation } from './tenant-isolation.ts';

/** What every store promises, whatever it is built on. */
export function describeStoreContract(harness: StoreHarness): void {
  describeAuthentication(harness);
  describeSlidingWindows(harness);
  describeKeys(harness);
  describeDraftExactlyOnce(harness);
  describeDraftsAtOnce(harness);
  describeLeases(harness);
  describeIdentities(harness);
  describeAllowance(harness);
  describeMonthEnd(harness);
  describeDraftContext(harness);
  describeHandoffs(harness);
  describeLanguageModels(harness);
  describeNotifications(harness);
  describeAppending(harness);
  describeConversations(harness);
  describeImports(harness);
  describeRoundTrip(harness);
  describeAccounts(harness);
  describeConsole(harness);
  describeTenantIsolation(harness);
  describeExactlyOnceModel(harness);
  describeExactlyOnceRaces(harness);
}
