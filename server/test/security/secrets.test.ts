import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataFolder, freshFile, type Place } from '../cli/support/places.ts';
import { runInside, startUnderstudy } from '../cli/support/understudy.ts';
import { freePort } from '../support/service-process.ts';
import { onEachKind, startAttackedProcess } from './support/attacked-service.ts';

const secret = (name: string) => `SECRET-${name}-0123456789`;

/** Every setting that contains a secret, as a value and as part of an address. */
const settings = {
  UNDERSTUDY_METRICS_TOKEN: secret('metrics'),
  UNDERSTUDY_MODEL: 'anthropic:model',
  UNDERSTUDY_MODEL_KEY: secret('model'),
  UNDERSTUDY_SMTP_URL: `smtp://mailer:${secret('smtp')}@127.0.0.1:1`,
  UNDERSTUDY_MAIL_FROM: 'desk@aurora.example',
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secret('traces')}`,
};

onEachKind(
  'no secret of the settings, no key and no signing secret is ever in an answer or in the log, whatever fails',
  async (kind) => {
    const sink = await startSink();
    const service = await startAttackedProcess({
      kind,
      env: {
        ...settings,
        UNDERSTUDY_MODEL_BASE_URL: `http://127.0.0.1:${sink}/v1`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sink}`,
        UNDERSTUDY_SMTP_URL: `smtp://mailer:${secret('smtp')}@127.0.0.1:${sink}`,
        UNDERSTUDY_LOG_LEVEL: 'debug',
        UNDERSTUDY_NOTIFICATION_POLL_MS: '100',
        UNDERSTUDY_MODEL_TIMEOUT_MS: '500',
      },
      workspace: {
        drafting: { model: true },
        notifications: { email: { to: ['owner@aurora.example'] }, webhook: { url: 'http://127.0.0.1:1/' } },
      },
    });
    let log = '';
    service.process.child.stderr?.on('data', (chunk) => (log += chunk));
    const signing = `whsec_${btoa(secret('signing'))}`;
    await service.store.setWebhookSecret({ workspaceId: service.workspaceId, secret: signing });
    const answers = [
      await service.ask('/api/v1/agent/draft', { body: { profileId: 'prof_aurora', message: 'do you ship?' } }),
      await service.ask('/api/v1/agent/handoff', { body: { conversationId: 'conv_maya', confirm: true } }),
      await service.ask('/api/v1/agent/draft', { rawBody: `{"profileId":"${service.key}"` }),
      await service.ask('/metrics', { key: `${secret('metrics')}x` }),
      await service.ask('/metrics', { key: secret('metrics') }),
      await service.ask(`/${service.key}`),
      await service.ask(`/healthz?token=${service.key}`),
      await service.ask('/console/api/session', {
        headers: { 'x-understudy-console': '1', cookie: `understudy_session=${service.key}` },
      }),
      await service.ask('/mcp', { body: { jsonrpc: '2.0', id: service.key, method: service.key } }),
    ];
    await delay(1_500);
    const told = answers
      .map(({ headers, text }) => JSON.stringify([...headers]) + withoutEchoedId(text, service.key))
      .join('\n');
    for (const place of [told, log, service.process.output()]) {
      expect(place.match(/SECRET-\w+/g)).toBeNull();
      for (const value of [service.key, service.key.slice(12, 40), signing, btoa(secret('signing'))])
        expect(place.includes(value)).toBe(false);
    }
    expect(log.length).toBeGreaterThan(500);
    expect(answers[4]?.text).toContain('understudy_requests_total');
  },
);

test('a failed start reports which setting is wrong, and no secret, not even part of one', async () => {
  // The service waits for these databases until its process is killed. All other settings end the command.
  const unreachable: Record<string, string>[] = [
    { DATABASE_URL: `postgres://user:${secret('database')}@127.0.0.1:1/understudy` },
    { DATABASE_URL_FILE: freshFile('database-url', `postgres://user:${secret('database')}@127.0.0.1:1/understudy`) },
  ];
  const wrong: Record<string, string>[] = [
    ...unreachable,
    { ...settings, PORT: 'nonsense' },
    { UNDERSTUDY_METRICS_TOKEN: `${secret('metrics')} with spaces` },
    { UNDERSTUDY_MODEL: 'anthropic:model', UNDERSTUDY_MODEL_KEY: `${secret('model')}\u00e9` },
    { UNDERSTUDY_SMTP_URL: `http://mailer:${secret('smtp')}@mail.example` },
    { DATABASE_URL: `mysql://user:${secret('database')}@db.example/understudy` },
    { DATABASE_URL: `postgres://user:${secret('database')}@[broken/understudy` },
    {
      UNDERSTUDY_METRICS_TOKEN: secret('metrics'),
      UNDERSTUDY_METRICS_TOKEN_FILE: freshFile('token', secret('metrics')),
    },
    {
      UNDERSTUDY_CONFIG: freshFile(
        'understudy.config.yaml',
        `modelKey: ${secret('model')}\nmetricsToken: [${secret('metrics')}]\nnonsense: ${secret('other')}\n`,
      ),
    },
    {
      UNDERSTUDY_CONFIG: freshFile('understudy.config.yaml', `modelKey: "${secret('model')}\n  : : ${secret('other')}`),
    },
  ];
  for (const env of wrong) {
    for (const command of ['serve', 'doctor', 'migrate']) {
      const place = { ...freshDataFolder(), ...env, PORT: env['PORT'] ?? '0' };
      const { code, stdout, stderr } = await (command === 'serve' && unreachable.includes(env)
        ? serve(place)
        : runInside([command], place));
      expect(code, `${command} ${Object.keys(env)}`).not.toBe(0);
      expect((stdout + stderr).match(/SECRET[-\w]*/g), `${command} ${JSON.stringify(env)}`).toBeNull();
    }
  }
});

/** Runs a service, and kills it shortly after it has logged that it is waiting for an unavailable database. */
async function serve(env: Place): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = startUnderstudy(['serve'], { env });
  child.stdin.end();
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      const isFirst = !said[name].includes('waiting for the database');
      said[name] += chunk;
      if (isFirst && said[name].includes('waiting for the database')) setTimeout(() => child.kill('SIGKILL'), 2_000);
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

/** Opens a port that accepts connections and closes them immediately, and returns it. */
async function startSink(): Promise<number> {
  const port = await freePort();
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  return port;
}

/** Removes the JSON-RPC id from a response, because it is meant to be returned as it was sent. */
function withoutEchoedId(text: string, id: string): string {
  return text.replace(`"id":"${id}"`, '');
}
