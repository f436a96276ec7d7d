/** Runs the whole service, like `understudy serve`, with an engine that takes 1.5 seconds for each draft. */
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../../../src/config.ts';
import { monthlyRepliesOf } from '../../../src/domain/plan.ts';
import { createEmbeddedEngine } from '../../../src/drafting/embedded-engine.ts';
import type { Engine } from '../../../src/drafting/engine.ts';
import { createApp } from '../../../src/http/create-app.ts';
import { createInboxUpkeep } from '../../../src/jobs/inbox-upkeep.ts';
import { createLog } from '../../../src/lib/log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { sealerOf } from '../../../src/store/sealing-keys.ts';
import { noClassifiers } from '../../../src/teaching/classifier-shelf.ts';

const config = loadConfig({ env: process.env });
const log = createLog({ level: config.logLevel });
const store = await openStore(config.store, { role: 'serve' });
const embedded = createEmbeddedEngine();
const engine: Engine = {
  ...embedded,
  async draft(...args) {
    await delay(1_500);
    return embedded.draft(...args);
  },
};
const sealer = sealerOf(config.store, config.sealingKeys);
const app = await createApp({ store, engine, config, log, sealer });
await app.listen({ host: config.host, port: config.port });
const monthlyReplies = monthlyRepliesOf(config.plans);
const { pollMs } = config.inboxes;
const inboxes = createInboxUpkeep({
  store,
  engine,
  classifiers: noClassifiers,
  monthlyReplies,
  model: null,
  pollMs,
  log,
});
inboxes.start();
process.on('SIGTERM', async () => {
  await inboxes.stop();
  await app.close();
  await store.close();
  process.exit(0);
});
