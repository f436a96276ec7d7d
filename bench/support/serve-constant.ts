/** Runs the whole service, like `understudy serve`, but with an engine that always returns the same answer. */
import { loadConfig } from '../../server/src/config.ts';
import { createApp } from '../../server/src/http/create-app.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { openStore } from '../../server/src/store/open-store.ts';
import { openTelemetry } from '../../server/src/telemetry/open-telemetry.ts';
import { constantEngine } from './constant-engine.ts';

const config = loadConfig({ env: process.env });
const log = createLog({ level: config.logLevel });
const telemetry = await openTelemetry(config, log);
const { measures, traces, page: metrics } = telemetry;
const store = await openStore(config.store, { role: 'serve', measures });
const app = await createApp({ store, engine: constantEngine, config, log, measures, traces, metrics });
await app.listen({ host: config.host, port: config.port });
await telemetry.listen(config.host);
process.on('SIGTERM', async () => {
  await app.close();
  await store.close();
  await telemetry.close();
  process.exit(0);
});
