import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { leastLongestStall } from '../teaching/support/longest-stall.ts';
import { startConsoleWorld } from './support/console-world.ts';
import { longPersona } from './support/long-persona.ts';

/**
 * In milliseconds of the thread's own CPU time. If the serving thread read this text, requests would stall for seconds.
 */
const longestStallMs = 700;

onEachStore('while the longest persona is imported and exported, others are served', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const text = longPersona();
  expect(text.length).toBeGreaterThan(1_800_000);
  expect(text.length).toBeLessThan(2_000_000);
  const measured = async (name: string, work: () => Promise<unknown>) => {
    const { stallMs } = await leastLongestStall(longestStallMs, work);
    expect([name, stallMs]).toEqual([name, expect.toSatisfy((ms: number) => ms < longestStallMs)]);
  };
  const input = { text, mode: 'merge' as const };
  let version = 0;
  await measured('a look', () => owner.run('importPersona', place, { ...input, version, dryRun: true }));
  await measured('an import', async () => {
    ({ version } = await owner.run('importPersona', place, { ...input, version, dryRun: false }));
  });
  await measured('an export', () => owner.run('exportPersona', place, {}));
  const many = '---\n'.repeat(480_000);
  const path = `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft/import`;
  await measured('many documents', async () => {
    const answer = await owner.ask('POST', path, { ...input, version, text: many, dryRun: true });
    expect(answer).toMatchObject({ status: 409, body: { error: 'console_not_possible' } });
    expect(answer.body.message).toContain('more than one YAML document');
  });
});
