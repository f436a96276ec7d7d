import { describeInbox } from '../store/contract/inbox.ts';
import { describeInboxClaims } from '../store/contract/inbox-claims.ts';
import { describeInboxConsole } from '../store/contract/inbox-console.ts';
import { describeInboxDocuments } from '../store/contract/inbox-documents.ts';
import { describeInboxOrders } from '../store/contract/inbox-orders.ts';
import { describeOutbox } from '../store/contract/inbox-outbox.ts';
import { describeInboxRecords } from '../store/contract/inbox-records.ts';
import { describeInboxRules } from '../store/contract/inbox-rules.ts';
import { describeNotifications } from '../store/contract/notifications.ts';
import { sqliteHarness } from '../support/store-harness.ts';

const harness = sqliteHarness();

/** Runs the part of the store's contract that covers inboxes and notifications, for `npm run measure:mutants`. */
describeInboxClaims(harness);
describeInboxRules(harness);
describeOutbox(harness);
describeInbox(harness);
describeInboxConsole(harness);
describeInboxRecords(harness);
describeInboxDocuments(harness);
describeNotifications(harness);
describeInboxOrders(harness);
