import { expect, onTestFinished, test } from 'vitest';
import { planSimulation } from '../../src/cli/simulate/plan-simulation.ts';
import { serveInside } from '../support/service-inside.ts';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshDataFolder, onBothStores } from './support/places.ts';
import { runInside } from './support/understudy.ts';

const workspaceId = 'ws_sim';
const named = ['--workspace', workspaceId, '--rate', '6', '--seconds', '10'];

onBothStores((fresh) => {
  test('simulated fans write to the running service, drafts are created, and the connection is removed at the end', {
    timeout: 400_000,
  }, async () => {
    const place = {
      ...(await fresh()),
      UNDERSTUDY_INBOX_POLL_MS: '100',
      UNDERSTUDY_SEALING_KEYS: Buffer.alloc(32, 7).toString('base64'),
    };
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    const service = await serveInside(place);
    onTestFinished(async () => {
      await service.stop();
    });
    const ended = await runInside(['simulate', ...named, '--url', service.url, '--json'], place);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/Simulating fans: \d+ of 60 events/);
    const report = ended.json();
    expect(report).toMatchObject({ events: 60, outcomes: { stored: 60 }, sent: 0 });
    for (const kind of ['message', 'edit', 'sticker', 'answer']) expect(report.told[kind], kind).toBeGreaterThan(0);
    expect(report.safeDrafts).toBeGreaterThan(0);
    expect(report.waitingForCreator).toBeGreaterThan(0);
    const list = async (noun: string) =>
      (await runInside([noun, 'list', '--workspace', workspaceId, '--json'], place)).json();
    const drafts: { connectionId: string; state: string }[] = await list('drafts');
    expect(drafts.filter(({ connectionId }) => connectionId === report.connectionId)).toHaveLength(report.unitsUsed);
    expect(drafts.filter(({ state }) => state === 'sent')).toEqual([]);
    const conversations: { connectionId: string }[] = await list('conversations');
    expect(conversations).toHaveLength(report.threads);
    expect(await list('connections')).toEqual([]);
  });
});

test('without a service the simulation explains how to start one, and leaves no connection', async () => {
  const place = freshDataFolder();
  await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
  const ended = await runInside(['simulate', ...named, '--url', 'http://127.0.0.1:9'], place);
  expect([ended.code, ended.stderr.includes('npm start')]).toEqual([1, true]);
  const listed = await runInside(['connections', 'list', '--workspace', workspaceId, '--json'], place);
  expect(listed.json()).toEqual([]);
});

test('a plan follows its rate, and edits and answers come only after messages', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const planned = planSimulation({ rate: 5, minutes: 2, seed, run: 'sim-x' });
    expect(planned).toHaveLength(600);
    expect(planned.at(-1)?.atMs).toBe(119_800);
    expect(new Set(planned.map(({ event }) => event['id'])).size).toBe(600);
    const written = new Set<string>();
    for (const { kind, event } of planned) {
      const message = `${event['threadId']} ${event['messageId']}`;
      if (kind === 'edit') expect(written).toContain(message);
      if (kind === 'answer') expect(written).toContain(`${event['threadId']} m1`);
      written.add(message);
    }
    expect(planSimulation({ rate: 5, minutes: 2, seed, run: 'sim-x' })).toEqual(planned);
  }
});
