import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, loadConfig } from '../../config.ts';
import { createEmbeddedEngine } from '../../drafting/embedded-engine.ts';
import type { Engine } from '../../drafting/engine.ts';
import { createApp } from '../../http/create-app.ts';
import { createNotificationDelivery } from '../../jobs/notification-delivery.ts';
import { createRetention } from '../../jobs/retention.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createLog, type Log } from '../../lib/log.ts';
import { openStore } from '../../store/open-store.ts';
import { isWithoutDatabase } from '../../store/sqlite/prepare-folder.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { greet } from './greet.ts';

/**
 * The composition root of the service: store, engine, HTTP surface and jobs. Resolves when an interrupt has ended it:
 * nothing new is taken, what is in work is finished within the configured time, then the store is let go.
 */
export async function serve(terminal: Terminal, options: { demo: boolean }): Promise<void> {
  const config = loadConfig({ env: terminal.env });
  const log = createLog({ level: config.logLevel });
  // A first start that cannot listen leaves no data folder behind.
  if (config.store.kind === 'sqlite' && isWithoutDatabase(config.store.dataDir)) await requireFreePort(config);
  const store = await openStore(config.store, { role: 'serve' });
  const delivery = createNotificationDelivery({ store, settings: config.notifications, log });
  const retention = createRetention({ store, log });
  const stopped = new Promise<NodeJS.Signals>((resolve) => onInterrupt(resolve));

  try {
    const engine = await engineOf(config, log);
    const app = await createApp({ store, engine, config, log, onQueued: delivery.wake });
    try {
      await listen(app, config);
    } catch (error) {
      await app.close();
      throw error;
    }
    const url = addressOf(app.server.address(), config);
    delivery.start();
    retention.start();
    await greet({ printer: createPrinter(terminal), store, url, wantsDemo: options.demo && config.demo });

    const signal = await stopped;
    log.info({ signal }, 'stopping: finishing what is in work');
    await within(config.shutdownTimeoutMs, app.close(), () => {
      log.warn({ timeoutMs: config.shutdownTimeoutMs }, 'requests were still in work at the end of their time');
      app.server.closeAllConnections();
    });
  } finally {
    await Promise.all([delivery.stop(), retention.stop()]);
    await store.close();
  }
  log.info('stopped');
}

/** Nothing of a language model is loaded where none is configured. */
async function engineOf({ model }: Config, log: Log): Promise<Engine> {
  const embedded = createEmbeddedEngine();
  if (model === null) return embedded;
  const { createModelEngine } = await import('../../drafting/model/create-model-engine.ts');
  const { createLanguageModel } = await import('../../models/create-language-model.ts');
  return createModelEngine({ embedded, model: createLanguageModel(model, log) });
}

async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(
    {
      async listen(at) {
        probe.listen(at);
        await once(probe, 'listening');
        return '';
      },
    },
    config,
  );
  await new Promise((resolve) => probe.close(resolve));
}

interface Listening {
  listen(options: { host: string; port: number }): Promise<string>;
}

async function listen(app: Listening, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} on ${host} is taken by another program. Set PORT to another one, such as PORT=${port + 1}.`,
      );
    }
    if (code === 'EACCES')
      throw new OperatorError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

function addressOf(address: AddressInfo | string | null, { host }: Config): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function within(timeoutMs: number, work: Promise<unknown>, onTimeout: () => void): Promise<void> {
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
