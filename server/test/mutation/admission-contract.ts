import { describeAllowance } from '../store/contract/allowance.ts';
import { describeDraftContext } from '../store/contract/draft-context.ts';
import { describeDraftExactlyOnce } from '../store/contract/draft-exactly-once.ts';
import { describeHandoffs } from '../store/contract/handoffs.ts';
import { describeIdentities } from '../store/contract/identities.ts';
import { describeLeases } from '../store/contract/leases.ts';
import { describeMonthEnd } from '../store/contract/month-end.ts';
import { describeOptimisticDrafts } from '../store/contract/optimistic-drafts.ts';
import { sqliteHarness } from '../support/store-harness.ts';

const harness = sqliteHarness();

/** Runs the part of the store's contract that covers admission, for `npm run measure:mutants`. */
describeDraftExactlyOnce(harness);
describeOptimisticDrafts(harness);
describeLeases(harness);
describeHandoffs(harness);
describeIdentities(harness);
describeDraftContext(harness);
describeMonthEnd(harness);
describeAllowance(harness);
