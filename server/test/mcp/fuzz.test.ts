import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createChance } from '../http/support/random-request.ts';
import { constantEngine } from '../http/support/scripted-engine.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld, testConfig } from '../support/world.ts';
import { callTool } from './support/mcp-caller.ts';
import { randomMessage } from './support/random-message.ts';

const messages = 10_000;
const callers = 8;
const answeredWithinMs = 1_000;
const heapGrowthMb = 5;
const codes = [-32700, -32600, -32601, -32602, -32000];
/** A header that contradicts the body, and a revision that is not served: both are of the revision 2026-07-28. */
const codes2026 = [-32020, -32022];

test.each([false, true])(
  `${messages} malformed messages are each answered within a second in the service's own words, none with a 5xx, and leave no memory behind (2026-07-28 served: %s)`,
  async (servesMcp2026) => {
    const seed = Number(process.env['UNDERSTUDY_FUZZ_SEED'] ?? Date.now() % 1_000_000);
    const unlimited = { requestsPerMinute: 10_000_000, monthlyReplies: 10_000_000 };
    const plans = { ...testConfig.plans, agency: unlimited };
    const world = await startWorld(sqliteHarness(), { engine: constantEngine(), config: { plans, servesMcp2026 } });
    const chance = createChance(seed);
    const seen: Record<string, number> = {};
    let sent = 0;
    let slowestMs = 0;
    let heapBefore = 0;

    const failures: string[] = [];
    const forgetLog = () => {
      failures.push(...world.logLines.filter((line) => /"level":"(error|fatal)"/.test(line)));
      world.logLines.length = 0;
    };

    const send = async () => {
      const { body, headers } = randomMessage(chance);
      const shown = `seed ${seed}, message ${sent}: ${JSON.stringify(headers)} ${body.toString().slice(0, 2_000)}`;
      const timed = async () => {
        const startedAt = performance.now();
        const answer = await world.call('POST', '/mcp', { rawBody: body, headers });
        return { ...answer, tookMs: performance.now() - startedAt };
      };
      let answer = await timed();
      // Once more, because a machine that is busy elsewhere is slow by chance, and a message that is slow stays so.
      if (answer.tookMs > answeredWithinMs) answer = await timed();
      slowestMs = Math.max(slowestMs, answer.tookMs);
      if (answer.tookMs > answeredWithinMs) throw new Error(`answered after ${Math.round(answer.tookMs)} ms: ${shown}`);
      const outcome = answer.status >= 500 ? null : outcomeOf(answer.status, answer.text);
      if (outcome === null) throw new Error(`${answer.status} ${answer.text} to ${shown}`);
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    };
    const caller = async () => {
      while (sent < messages) {
        sent += 1;
        // What is kept between requests (compiled code, caches) is kept after the first quarter.
        if (sent === messages / 4) {
          forgetLog();
          heapBefore = heapMb();
        }
        await send();
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));

    forgetLog();
    const grownMb = heapMb() - heapBefore;
    expect(grownMb, 'megabytes of heap').toBeLessThan(heapGrowthMb);
    expect(failures.slice(0, 3), 'nothing failed inside').toEqual([]);
    expect((await callTool(world, 'agent_get_usage', {})).isError).toBe(false);
    for (const outcome of ['result', 'tool error', '202', '-32700', '-32600', '-32601', '-32602', '-32000'])
      expect(seen, JSON.stringify(seen)).toHaveProperty(outcome);
    if (process.env['UNDERSTUDY_FUZZ_SEED'] !== undefined) console.info({ sent, slowestMs, grownMb, seen });
  },
  120_000,
);

/** What an answer is, in one word; null when it is nothing that this surface may say. */
function outcomeOf(status: number, text: string): string | null {
  if (status === 202) return text === '' ? '202' : null;
  const json = text.startsWith('event: message\ndata: ') ? text.slice(21, -2) : text;
  const body = JSON.parse(json);
  if (body.ok === false) return [400, 406, 413, 415].includes(status) ? body.error : null;
  if (body.jsonrpc !== '2.0' || !('id' in body)) return null;
  if (body.result !== undefined) return body.result.isError === true ? 'tool error' : 'result';
  // A validator's raw words are JSON, or speak of expected and received types.
  const isOurs =
    [...codes, ...codes2026].includes(body.error.code) &&
    !/expected|received|invalid_type|\[\{/i.test(body.error.message);
  return isOurs ? String(body.error.code) : null;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
}
