import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createChance } from '../http/support/random-request.ts';
import { type RefusalCode, statusOf } from '../http/support/refusals.ts';
import { constantEngine } from '../http/support/scripted-engine.ts';
import { inputSeed, runLength } from '../support/run-length.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld, testConfig } from '../support/world.ts';
import { callTool } from './support/mcp-caller.ts';
import { randomMessage } from './support/random-message.ts';

const messages = runLength({ usual: 1_500, full: 10_000 });
const callers = 8;
const answeredWithinMs = 1_000;
const heapGrowthMb = 5;
/** The statuses that a JSON-RPC error may have. In revision 2026-07-28, some are 400 or 404 instead of 200. */
const statusesOf: Readonly<Record<number, readonly number[]>> = {
  [-32700]: [400],
  [-32600]: [400],
  [-32601]: [200],
  [-32602]: [200],
  [-32000]: [400],
};
const statusesOf2026: Readonly<Record<number, readonly number[]>> = {
  ...statusesOf,
  [-32601]: [200, 404],
  [-32602]: [200, 400],
  [-32020]: [400],
  [-32022]: [400],
};

test.each([false, true])(
  `${messages} malformed messages are each answered within a second in the service's own words, none with a 5xx, and leave no memory behind (2026-07-28 served: %s)`,
  async (servesMcp2026) => {
    // The full run looks for new messages each time. Otherwise, the same messages are sent on every machine.
    const seed = inputSeed();
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
      // The message is tried several times, because a busy machine is slow by chance, but a slow message is always slow.
      for (let tries = 1; tries < 10 && answer.tookMs > answeredWithinMs; tries += 1) answer = await timed();
      slowestMs = Math.max(slowestMs, answer.tookMs);
      if (answer.tookMs > answeredWithinMs) throw new Error(`answered after ${Math.round(answer.tookMs)} ms: ${shown}`);
      const outcome = outcomeOf(answer, idOf(body), servesMcp2026 ? statusesOf2026 : statusesOf);
      if (outcome === null) throw new Error(`${answer.status} ${answer.text} to ${shown}`);
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    };
    const caller = async () => {
      while (sent < messages) {
        sent += 1;
        // After the first quarter of the messages, everything that is kept between requests (compiled code, caches)
        // exists.
        if (sent === messages / 4) {
          forgetLog();
          heapBefore = heapMb();
        }
        await send();
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));

    forgetLog();
    let grownMb = heapMb() - heapBefore;
    // Connections and timers of other tests may end in the meantime; memory that is left behind stays.
    for (let tries = 0; tries < 50 && grownMb >= heapGrowthMb; tries += 1) {
      await delay(100);
      grownMb = heapMb() - heapBefore;
    }
    expect(grownMb, 'megabytes of heap').toBeLessThan(heapGrowthMb);
    expect(failures.slice(0, 3), 'nothing failed inside').toEqual([]);
    expect((await callTool(world, 'agent_get_usage', {})).isError).toBe(false);
    for (const outcome of [
      'result',
      'tool error',
      '202',
      '-32700',
      '-32600',
      '-32601',
      '-32602',
      '-32000',
      'payload_too_large',
    ])
      expect(seen, JSON.stringify(seen)).toHaveProperty(outcome);
    if (process.env['UNDERSTUDY_FUZZ_SEED'] !== undefined) console.info({ sent, slowestMs, grownMb, seen });
  },
  300_000,
);

/** Returns an answer's kind in one word; null if this surface may not give this answer to a request with that id. */
function outcomeOf(
  { status, text }: { status: number; text: string },
  id: string | number | null,
  statuses: Readonly<Record<number, readonly number[]>>,
): string | null {
  if (status === 202) return text === '' ? '202' : null;
  const json = text.startsWith('event: message\ndata: ') ? text.slice(21, -2) : text;
  const body = JSON.parse(json);
  if (body.ok === false) {
    const isHttps = ['invalid_request', 'not_acceptable', 'payload_too_large', 'unsupported_media_type'];
    return isHttps.includes(body.error) && statusOf[body.error as RefusalCode] === status ? body.error : null; // checked just above
  }
  if (body.jsonrpc !== '2.0') return null;
  // A member that occurs twice is ambiguous, so the whole body is rejected and belongs to no request.
  if (body.error?.code === -32_700 && body.id === null) return status === 400 ? '-32700' : null;
  if (body.id !== id) return null;
  if (body.result !== undefined) return status !== 200 ? null : body.result.isError === true ? 'tool error' : 'result';
  // A validator's raw messages are JSON, or mention expected and received types.
  const isOurs =
    statuses[body.error.code]?.includes(status) === true &&
    !/expected|received|invalid_type|\[\{/i.test(body.error.message);
  return isOurs ? String(body.error.code) : null;
}

/** Returns the id that an answer to these bytes must have. */
function idOf(bytes: Uint8Array): string | number | null {
  try {
    const { id, method, ...rest } = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    // A response needs no answer, so an error in its headers belongs to no request.
    if (rest.jsonrpc === '2.0' && method === undefined && ('result' in rest || 'error' in rest)) return null;
    return (typeof id === 'string' && id.isWellFormed()) || Number.isSafeInteger(id) ? id : null;
  } catch {
    return null;
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
}
