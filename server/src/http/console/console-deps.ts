import type { SendLetter } from '../../admin/accounts/letters.ts';
import type { Config } from '../../config.ts';
import type { NotificationChannel } from '../../domain/channels/channel-list.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { Log } from '../../lib/log.ts';
import type { Sealer } from '../../lib/sealing.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';

/** Sends one test notification over a channel. Does nothing if the workspace has not set up the channel. */
export type TestDelivery = (
  workspaceId: string,
  channel: NotificationChannel,
  /** For `push`, notifies only this account's browsers. */
  accountId?: string,
) => Promise<readonly { readonly channel: string; readonly isDelivered: boolean; readonly note: string | null }[]>;

export interface ConsoleDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly classifiers: ClassifierShelf;
  readonly config: Config;
  readonly log: Log;
  /** Seals the connections' secrets, and the data that a browser keeps briefly while it subscribes to push. */
  readonly sealer: Pick<Sealer, 'seal' | 'open' | 'canSeal'>;
  /** Called after a delivery is requeued. */
  readonly onQueued?: () => void;
  /** Tests channels; null if no channel can be tested. */
  readonly testDelivery: TestDelivery | null;
  /** Emails a person; null if the service has no mail server. */
  readonly sendLetter: SendLetter | null;
}
