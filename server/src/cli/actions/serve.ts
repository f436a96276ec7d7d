import { type Config, loadConfig } from '../../config.ts';
import type { Measures } from '../../domain/measures.ts';
import { createEmbeddedEngine } from '../../drafting/embedded-engine.ts';
import type { Engine } from '../../drafting/engine.ts';
import { createApp } from '../../http/create-app.ts';
import { deliverTest } from '../../jobs/deliver-test.ts';
import { createNotificationDelivery } from '../../jobs/notification-delivery.ts';
import { createRetention } from '../../jobs/retention.ts';
import { createLog, type Log } from '../../lib/log.ts';
import { openStore } from '../../store/open-store.ts';
import { isWithoutDatabase } from '../../store/sqlite/prepare-folder.ts';
import { openTelemetry } from '../../telemetry/open-telemetry.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { greet } from './greet.ts';
import { addressOf, listenAt, requireFreePort } from './listen.ts';
import { openWhenReachable } from './open-when-reachable.ts';
import { showSetUpLink } from './show-set-up-link.ts';

/**
 * The composition root of the service: store, engine, HTTP surface and jobs. Resolves when an interrupt has ended it:
 * nothing new is taken, what is in work is finished within the configured time, then the store is let go.
 */
export async function serve(terminal: Terminal, options: { demo: boolean }): Promise<void> {
  const config = loadConfig({ env: terminal.env });
  const log = createLog({ level: config.logLevel });
  const { host, port } = config;
  const place = { host, port, variable: 'PORT' };
  // A first start that cannot listen leaves no data folder behind.
  if (config.store.kind === 'sqlite' && isWithoutDatabase(config.store.dataDir)) await requireFreePort(place);
  const telemetry = await openTelemetry(config, log);
  const { measures, traces, page: metrics } = telemetry;
  const open = () => openStore(config.store, { role: 'serve', measures });
  const store = await (config.store.kind === 'sqlite' ? open() : openWhenReachable(open, place, log));
  telemetry.watchStore({
    check: store.check,
    dueWorkspaces: async () => (await store.workspacesWithDueNotifications({ limit: 500 })).length,
  });
  const delivery = createNotificationDelivery({ store, settings: config.notifications, log, measures });
  const retention = createRetention({ store, log, conversationDays: config.conversationRetentionDays });
  const stopped = new Promise<NodeJS.Signals>((resolve) => onInterrupt(resolve));

  try {
    const engine = await engineOf(config, log, measures);
    const testDelivery = (workspaceId: string, only: 'webhook' | 'email') =>
      deliverTest({ store, workspaceId, settings: config.notifications, log, only });
    const onQueued = delivery.wake;
    const app = await createApp({ store, engine, config, log, onQueued, testDelivery, measures, traces, metrics });
    try {
      await listenAt(place, () => app.listen({ host, port }));
      await listenAt({ host, port: config.metrics?.port ?? 0, variable: 'UNDERSTUDY_METRICS_PORT' }, () =>
        telemetry.listen(host),
      );
    } catch (error) {
      await app.close();
      throw error;
    }
    const url = addressOf(app.server.address(), host);
    delivery.start();
    retention.start();
    const printer = createPrinter(terminal);
    await greet({ printer, store, url, wantsDemo: options.demo && config.demo });
    await showSetUpLink({ printer, store, url, publicUrl: config.publicUrl });

    const signal = await stopped;
    log.info({ signal }, 'stopping: finishing what is in work');
    await within(config.shutdownTimeoutMs, app.close(), () => {
      log.warn({ timeoutMs: config.shutdownTimeoutMs }, 'requests were still in work at the end of their time');
      app.server.closeAllConnections();
    });
  } finally {
    await Promise.all([delivery.stop(), retention.stop()]);
    await store.close();
    await telemetry.close();
  }
  log.info('stopped');
}

/** Nothing of a language model is loaded where none is configured. */
async function engineOf({ model }: Config, log: Log, measures: Measures): Promise<Engine> {
  const embedded = createEmbeddedEngine();
  if (model === null) return embedded;
  const { createModelEngine } = await import('../../drafting/model/create-model-engine.ts');
  const { createLanguageModel } = await import('../../models/create-language-model.ts');
  return createModelEngine({ embedded, model: createLanguageModel(model, log, measures), measures });
}

async function within(timeoutMs: number, work: Promise<unknown>, onTimeout: () => void): Promise<void> {
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
