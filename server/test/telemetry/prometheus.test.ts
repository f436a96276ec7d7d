import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataFolder, freshFolder } from '../cli/support/places.ts';
import { freePort, type ServiceProcess, startService } from '../support/service-process.ts';
import { alertExpressions, dashboardQueries, deployFolder } from './support/deployed.ts';
import { hasPrometheus, promtool, startPrometheus } from './support/prometheus.ts';

const why = hasPrometheus() ? '' : ' (skipped: no Prometheus here; Debian has it as package "prometheus")';

test.skipIf(why !== '')(
  `promtool accepts configuration, rules and metrics, and each alert fires when it should${why}`,
  () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 });
    expect(promtool('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 });
  },
);

test.skipIf(why !== '')(`each alert also fires under the job that the annotations of the pods get${why}`, () => {
  const folder = freshFolder();
  const rules = join(deployFolder, 'prometheus');
  const tests = readFileSync(join(rules, 'alerts.test.yml'), 'utf8');
  writeFileSync(join(folder, 'alerts.test.yml'), tests.replaceAll('job="understudy"', 'job="kubernetes-pods"'));
  cpSync(join(rules, 'alerts.yml'), join(folder, 'alerts.yml'));
  expect(promtool('test', 'rules', join(folder, 'alerts.test.yml'))).toMatchObject({ status: 0 });
});

test('no alert depends on a job name of our own configuration, except next to a series that identifies the process', () => {
  const named = alertExpressions().filter(({ expr }) => /job=/.test(expr));
  expect(named.map(({ alert }) => alert)).toEqual(['UnderstudyDown']);
});

test.skipIf(why !== '')(
  `a real Prometheus scrapes a running service, finds data for every panel, and notices when the service is gone${why}`,
  async () => {
    const port = await freePort();
    const env = {
      ...freshDataFolder(),
      UNDERSTUDY_DEMO: 'true',
      UNDERSTUDY_METRICS_PORT: String(port),
      UNDERSTUDY_PLANS: '{"agency":{"requestsPerMinute":100000,"monthlyReplies":100000}}',
    };
    const service = await startService(env);
    onTestFinished(() => service.kill());
    await expect.poll(() => service.output()).toContain('npm start -- --no-demo');
    const prometheus = await startPrometheus(`127.0.0.1:${port}`);
    const busy = keepBusy(service);
    onTestFinished(() => busy.stop());

    const silent = async () => {
      const empty: string[] = [];
      for (const { title, expr } of dashboardQueries('10s')) {
        const values = await prometheus.query(expr);
        if (!values.some(Number.isFinite)) empty.push(`${title}: ${expr}`);
      }
      return empty;
    };
    await expect.poll(silent, { timeout: 90_000, interval: 1_000 }).toEqual([]);
    await busy.stop();
    const delivered = () => prometheus.query('understudy_deliveries_total{outcome="delivered"}');
    await expect.poll(delivered, { interval: 500 }).toEqual([1]);

    const readRules = async (): Promise<{ name: string; health: string; state: string }[]> =>
      (await prometheus.page('/api/v1/rules')).data.groups[0].rules;
    await expect.poll(async () => (await readRules()).some(({ health }) => health === 'unknown')).toBe(false);
    const rules = await readRules();
    expect(rules.map(({ name }) => name)).toEqual(alertExpressions().map(({ alert }) => alert));
    expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
    expect(rules.filter(({ name, state }) => state !== 'inactive' && !isAboutSpeed(name))).toEqual([]);

    await service.kill();
    const noticed = () => prometheus.query('ALERTS{alertname="UnderstudyDown", alertstate="pending"}');
    await expect.poll(noticed, { interval: 500 }).toEqual([1]);
  },
  300_000,
);

/** Returns true for an alert that a busy machine may bring near to firing, because it limits a duration. */
function isAboutSpeed(name: string): boolean {
  return alertExpressions().some(({ alert, expr }) => alert === name && /_seconds(_bucket)?\b/.test(expr));
}

/** Sends a mix of drafts, repeats, handoffs and requests that are rejected, until stopped. */
function keepBusy(service: ServiceProcess): { stop(): Promise<void> } {
  const [key = ''] = service.output().match(/ustudy_live_[0-9A-Za-z]{38}/) ?? [];
  const post = async (path: string, body: object, idempotencyKey: string = randomUUID()) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    };
    const response = await fetch(`${service.url}/api/v1/agent/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    await response.text();
  };
  let isStopped = false;
  const work = (async () => {
    await post('handoff', { conversationId: 'conv_marc', confirm: true });
    while (!isStopped) {
      const draft = { profileId: 'prof_aurora', message: 'How much is the Moon mug?' };
      await post('draft', draft, `again-${Math.floor(Math.random() * 20)}`);
      await post('draft', draft);
      await post('draft', { ...draft, profileId: 'prof_nowhere' });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await work;
    },
  };
}
