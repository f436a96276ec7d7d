import { createNetworkHashes } from '../../capabilities/pages/network.ts';
import { createPageProfiles } from '../../capabilities/pages/page-profiles.ts';
import { createPageSecrets } from '../../capabilities/pages/page-secrets.ts';
import { createQuestionJudge } from '../../capabilities/pages/question-judge.ts';
import type { Config } from '../../config.ts';
import type { Measures } from '../../domain/measures.ts';
import { monthlyRepliesOf } from '../../domain/plan.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { Sealer } from '../../lib/sealing.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { createOwnOrigin } from '../own-origin.ts';
import type { PageDeps } from './page-deps.ts';

/** How many questions one network may send to a Page with the form within an hour. */
const formAsksPerHour = 3;

/** Creates the dependencies of the Page routes. */
export function createPageDeps(of: {
  readonly store: Store;
  readonly engine: Engine;
  readonly config: Config;
  readonly classifiers: ClassifierShelf;
  readonly sealer: Pick<Sealer, 'seal' | 'derive'>;
  readonly measures: Pick<Measures, 'pageAsked'>;
  readonly onQueued: (() => void) | undefined;
}): Omit<PageDeps, 'domains' | 'admission' | 'log'> {
  const { store, engine, config, classifiers, sealer, measures, onQueued = () => undefined } = of;
  const profiles = createPageProfiles(store);
  const secrets = createPageSecrets(sealer);
  return {
    store,
    profiles,
    secrets,
    networkHashes: createNetworkHashes(secrets.networks),
    work: config.page.work,
    baseUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    isOwnOrigin: createOwnOrigin(config),
    asked: measures.pageAsked,
    asking: {
      store,
      judge: createQuestionJudge({ engine, classifiers, hasModel: config.model !== null }),
      profiles,
      monthlyReplies: monthlyRepliesOf(config.plans),
      limits: { asksPerHour: config.page.asksPerHour, formAsksPerHour },
      seal: sealer.seal,
      onQueued,
    },
  };
}
