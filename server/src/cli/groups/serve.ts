import type { Command } from 'commander';
import { resealSecrets } from '../../admin/reseal-secrets.ts';
import { type Config, loadConfig } from '../../config.ts';
import type { NotificationChannel } from '../../domain/channels/channel-list.ts';
import type { Measures } from '../../domain/measures.ts';
import { monthlyRepliesOf } from '../../domain/plan.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { ReadingCache } from '../../drafting/model/reading-cache.ts';
import { shareEngine } from '../../drafting/share-engine.ts';
import { warmUp } from '../../drafting/warm-up.ts';
import { createApp } from '../../http/create-app.ts';
import { deliverTest } from '../../jobs/deliver-test.ts';
import { createForgetReadings } from '../../jobs/forget-readings.ts';
import { createInboxUpkeep, type InboxUpkeep } from '../../jobs/inbox-upkeep.ts';
import { createLetters } from '../../jobs/letters.ts';
import { createNotificationDelivery } from '../../jobs/notification-delivery.ts';
import { createRetention } from '../../jobs/retention.ts';
import { createLog, type Log } from '../../lib/log.ts';
import { type LogLines, openLogLines } from '../../lib/log-lines.ts';
import { createPullers, type Pullers } from '../../pull/create-pullers.ts';
import type { PullSession } from '../../pull/pull-session.ts';
import { createTelegramSession } from '../../pull/pull-telegram.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { isWithoutDatabase } from '../../store/sqlite/prepare-folder.ts';
import { createClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { createTrainer } from '../../teaching/create-trainer.ts';
import { openTelemetry } from '../../telemetry/open-telemetry.ts';
import { type Cli, describe } from '../define.ts';
import { engineOf, readingCacheOf } from '../engine-of.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { greet, showSetUpLink } from '../serve/greet.ts';
import { addressOf, listenAt, requireFreePort } from '../serve/listen.ts';
import { openWhenReachable } from '../serve/open-when-reachable.ts';
import type { Output } from '../terminal.ts';

export const commands = { serve: defineServe };

function defineServe(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      'Serves the API on HOST (127.0.0.1) and PORT (8787). The data is in UNDERSTUDY_DATA_DIR (./data), or in PostgreSQL if DATABASE_URL is set.',
      '',
      'On an empty data folder, it creates a demo workspace and shows its key once. On SIGTERM or Ctrl-C, it finishes the requests in progress, then exits.',
    ].join('\n'),
    examples: [['serve --no-demo', 'starts with an empty store']],
  })
    .option('--no-demo', 'create no demo workspace')
    .action((options) => serve(cli, options));
}

/** How long a stopping service waits for its last log lines to be read. */
const lastLinesMs = 1_000;

/**
 * Composes and runs the service: store, engine, HTTP surface and jobs. Resolves after an interrupt, once the service
 * has stopped accepting requests, finished the work in progress within the configured time, and closed the store.
 */
async function serve(cli: Cli, options: { demo: boolean }): Promise<void> {
  const config = loadConfig({ env: cli.env });
  const lines = cli.stop === undefined ? openLogLines() : linesInto(cli.stderr);
  try {
    await serveWith(config, createLog({ level: config.logLevel, destination: lines }), cli, options);
  } finally {
    await lines.end(lastLinesMs);
  }
}

async function serveWith(config: Config, log: Log, cli: Cli, options: { demo: boolean }): Promise<void> {
  const { host, port } = config;
  const place = { host, port, variable: 'PORT' };
  // Checks the port first, so that a failed first start leaves no data folder behind.
  if (config.store.kind === 'sqlite' && isWithoutDatabase(config.store.dataDir)) await requireFreePort(place);
  const telemetry = await openTelemetry(config, log);
  const { measures, traces, page: metrics } = telemetry;
  const { sealingKeys } = config;
  const open = () => openStore(config.store, { role: 'serve', measures, sealingKeys });
  const store = await (config.store.kind === 'sqlite' ? open() : openWhenReachable(open, place, log));
  telemetry.watchStore({
    check: store.check,
    dueWorkspaces: async () => (await store.workspacesWithDueNotifications({ limit: 500 })).length,
  });
  const delivery = createNotificationDelivery({ store, settings: config.notifications, log, measures });
  const retention = createRetention({
    store,
    log,
    conversationDays: config.conversationRetentionDays,
    auditDays: config.auditRetentionDays,
  });
  const readings = await readingCacheOf(config);
  const forgetting = readings && createForgetReadings({ store, readings });
  const trainer = createTrainer();
  const classifiers = createClassifierShelf({ store, trainer, log, memoryMb: config.classifierMemoryMb });
  let inboxes: InboxUpkeep | null = null;
  let pullers: Pullers | null = null;
  const stopped = untilStopped(cli);

  try {
    const engine = await sharedEngine(config, log, measures, readings);
    const testDelivery = (workspaceId: string, only: NotificationChannel, accountId?: string) =>
      deliverTest({ store, workspaceId, settings: config.notifications, log, only, accountId });
    const onQueued = delivery.wake;
    const watchers = { measures, traces, metrics };
    const sealer = sealerOf(config.store, config.sealingKeys);
    const sendLetter = createLetters(config.notifications);
    const app = await createApp({
      store,
      engine,
      classifiers,
      config,
      log,
      onQueued,
      sealer,
      testDelivery,
      sendLetter,
      ...watchers,
    });
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
    const { pollMs } = config.inboxes;
    const monthlyReplies = monthlyRepliesOf(config.plans);
    const { model } = config;
    inboxes = createInboxUpkeep({
      store,
      engine,
      classifiers,
      monthlyReplies,
      model,
      pollMs,
      log,
      onSettled: onQueued,
    });
    inboxes.start();
    pullers = createPullers({
      store,
      sessions: {
        telegram: createTelegramSession({ apiUrl: config.inboxes.telegramApiUrl }),
        email: mailSession(config),
      },
      retentionMs: config.conversationRetentionDays === null ? null : config.conversationRetentionDays * 86_400_000,
      seal: sealer.seal,
      open: sealer.open,
      log,
      leaseMs: 45_000,
    });
    pullers.start();
    retention.start();
    forgetting?.start();
    const sealing = sealWhatIsPlain(store, config, log);
    const { printer } = cli;
    await greet({ printer, store, classifiers, url, wantsDemo: options.demo && config.demo });
    await showSetUpLink({ printer, store, url, publicUrl: config.publicUrl });

    const signal = await stopped;
    await sealing;
    log.info({ signal }, 'stopping: finishing requests in progress');
    classifiers.stop();
    await within(config.shutdownTimeoutMs, Promise.all([app.close(), inboxes.stop(), trainer.close()]), () => {
      log.warn({ timeoutMs: config.shutdownTimeoutMs }, 'requests were still in progress when the shutdown time ended');
      app.server.closeAllConnections();
    });
  } finally {
    classifiers.stop();
    await Promise.all([inboxes?.leave(), pullers?.stop()]);
    await Promise.all([delivery.stop(), retention.stop(), forgetting?.stop(), trainer.close()]);
    await store.close();
    await telemetry.close();
  }
  log.info('stopped');
}

/**
 * Waits until something stops the service: a signal to this process, or the program that runs the service. Resolves to
 * the name of the signal, or to `stop`.
 */
async function untilStopped({ stop }: Cli): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  if (stop === undefined) onInterrupt(resolve);
  else if (stop.aborted) resolve('stop');
  else stop.addEventListener('abort', () => resolve('stop'), { once: true });
  return promise;
}

/** Returns a destination that writes log lines to `output`, for a service that runs within another program. */
function linesInto(output: Output): LogLines {
  return { write: (line) => void output.write(line), end: async () => undefined };
}

/**
 * Seals the secrets that are stored unsealed, or that are sealed with an older key. Never throws. If some secrets
 * cannot be sealed, the next start tries again.
 */
async function sealWhatIsPlain(store: Store, { store: location, sealingKeys }: Config, log: Log): Promise<void> {
  try {
    const { sealed, resealed, unopened, ...rest } = await resealSecrets(store, sealerOf(location, sealingKeys));
    if (sealed + resealed > 0) log.info({ sealed, resealed }, 'secrets were encrypted with the newest key');
    if (unopened.length > 0) log.warn({ workspaces: unopened }, 'no key decrypts the secrets of these workspaces');
    if (location.kind === 'postgres' && sealingKeys.length === 0 && rest.unchanged > 0) {
      log.warn('secrets are stored unencrypted in the database: set UNDERSTUDY_SEALING_KEYS');
    }
  } catch (error) {
    log.warn({ fault: error instanceof Error ? error.name : 'unknown' }, 'secrets could not be encrypted now');
  }
}

/** Creates the engine that agents, the console and connected inboxes share. It divides its time between workspaces. */
async function sharedEngine(
  config: Config,
  log: Log,
  measures: Measures,
  readings: ReadingCache | null,
): Promise<Engine> {
  const engine = shareEngine(await engineOf(config, log, measures, readings));
  measures.watchQueue('drafts', engine.waiting);
  await warmUp(engine);
  return engine;
}

/** Returns a session that loads the mail parser when the first mailbox is used, and not at every start. */
function mailSession({ inboxes }: Config): PullSession {
  return async (context) => {
    const { createMailSession } = await import('../../pull/pull-mail.ts');
    return createMailSession(inboxes.mail)(context);
  };
}

async function within(timeoutMs: number, work: Promise<unknown>, onTimeout: () => void): Promise<void> {
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
