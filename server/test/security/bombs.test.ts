import { expect, test } from 'vitest';
import { freshDataFolder } from '../cli/support/places.ts';
import { understudy } from '../cli/support/understudy.ts';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { quickestMs } from '../support/quickest.ts';
import { shareAttackedProcess } from './support/attacked-service.ts';

const attacked = shareAttackedProcess({
  env: { UNDERSTUDY_PLANS: JSON.stringify({ agency: { requestsPerMinute: 100_000 } }) },
});
const limit = 32 * 1_024;

/** Bodies that are small to send, but could be large, slow or unusual to read. Each is within a draft's limits. */
const bodies: Readonly<Record<string, string>> = {
  'arrays nested as deep as they fit': fit('['),
  'objects nested as deep as they fit': fit('{"a":'),
  'closed arrays nested ten thousand deep': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'a field nested ten thousand deep': draft(`"history":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  'a history of ten thousand items': draft(`"history":[${'{},'.repeat(9_999)}{}]`),
  'ten thousand numbers in the place of a text': `{"profileId":"prof_aurora","message":[${'1,'.repeat(9_999)}1]}`,
  'a number of thirty thousand digits': draft(`"x":${'9'.repeat(30_000)}`),
  'a number beyond all others': draft('"x":1e999999999'),
  'a number with thirty thousand decimals': draft(`"x":0.${'0'.repeat(30_000)}1`),
  'three thousand names': `{${Array.from({ length: 3_000 }, (_, index) => `"a${index}":1`).join(',')}}`,
  'one name three thousand times': `{${'"a":1,'.repeat(3_000)}"a":1}`,
  'names that collide as array indexes': `{${Array.from({ length: 2_000 }, (_, index) => `"${index * 1_024}":1`).join(',')}}`,
  'a name of thirty thousand characters': `{"${'a'.repeat(30_000)}":1}`,
  'a name of lone surrogates': '{"\\ud800\\udc00\\ud800":1}',
  'a text of lone surrogates': draft(`"x":"${'\\udfff'.repeat(5_000)}"`),
  'thirty thousand escapes': `{"profileId":"prof_aurora","message":"${'\\u0041'.repeat(5_000)}"}`,
  'combining marks without end': `{"profileId":"prof_aurora","message":"a${'\u0301'.repeat(799)}"}`,
  'a byte order mark': `\ufeff{"profileId":"prof_aurora","message":"hello"}`,
  'two byte order marks': `\ufeff\ufeff{"profileId":"prof_aurora","message":"hello"}`,
  'spaces without end': `{"profileId":"prof_aurora",${' '.repeat(30_000)}"message":1}`,
};

test.each(Object.entries(bodies))(
  '%s: answered immediately and within limits, over REST and over MCP',
  async (_what, body) => {
    const service = attacked();
    const before = service.memoryMiB();
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"agent_draft_reply","arguments":${body}}}`;
    for (const [path, rawBody] of [
      ['/api/v1/agent/draft', body],
      ['/api/v1/agent/handoff', body],
      ['/mcp', body],
      ['/mcp', message],
    ] as const) {
      const tookMs = await quickestMs(1_500, async () => {
        const answer = await service.ask(path, { rawBody });
        expect([200, 400, 409, 413], `${path}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
        expect(answer.text.length, `${path} repeats nothing of it`).toBeLessThan(3_000);
      });
      expect(tookMs, path).toBeLessThan(1_500);
    }
    await expect.poll(() => service.memoryMiB() - before, { message: 'MiB more' }).toBeLessThan(150);
    expect((await service.ask('/healthz')).status).toBe(200);
  },
);

test('a thousand of the worst bodies at the same time leave the service unchanged', async () => {
  const service = attacked();
  const worst = Object.values(bodies).filter((body) => body.length > 5_000);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      service.ask('/api/v1/agent/draft', { rawBody: worst[index % worst.length] ?? '' }),
    ),
  );
  expect(answers.filter(({ status }) => ![200, 400, 413, 503].includes(status)).map(({ text }) => text)).toEqual([]);
  await expect.poll(() => service.memoryMiB()).toBeLessThan(700);
  const tookMs = await quickestMs(1_000, async () =>
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200),
  );
  expect(tookMs).toBeLessThan(1_000);
});

const heads: Readonly<Record<string, string>> = {
  'a header of a megabyte': `X-Big: ${'a'.repeat(1_000_000)}`,
  'ten thousand headers': Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`).join('\r\n'),
  'a cookie of a hundred thousand parts': `Cookie: ${'a=b; '.repeat(100_000)}`,
  'a hundred thousand commas in Accept': `Accept: ${','.repeat(100_000)}`,
  'a header name of a megabyte': `${'X'.repeat(1_000_000)}: 1`,
};

test.each(Object.entries(heads))('%s is rejected as too large, and costs nothing permanently', async (_what, lines) => {
  const service = attacked();
  const before = service.memoryMiB();
  const { answers } = await rawExchange(service.url, [`GET /healthz HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`]);
  expect(answers.map(({ status }) => status)).toEqual([431]);
  await expect.poll(() => service.memoryMiB() - before).toBeLessThan(60);
});

/** Headers within the limits that could be slow to read. */
const slowHeads: Readonly<Record<string, string>> = {
  Accept: `${'application/json;q=0.'.padEnd(15_000, '9')}`,
  'Content-Type': `application/json; ${'charset='.repeat(1_500)}`,
  Authorization: `Bearer ${' '.repeat(15_000)}x`,
  'X-Forwarded-For': '1.1.1.1,'.repeat(1_800),
  Origin: `https://${'a.'.repeat(7_000)}example`,
  Cookie: `understudy_session=${'%'.repeat(15_000)}`,
  'Accept-Encoding': 'br;q=0,'.repeat(2_000),
  traceparent: '0-'.repeat(7_000),
  'If-None-Match': '"a",'.repeat(3_500),
};

test.each(Object.keys(slowHeads))('a full %s is read quickly', async (name) => {
  const service = attacked();
  for (const path of ['/api/v1/agent/usage', '/mcp', '/console/api/session', '/docs/', '/console/', '/healthz']) {
    const limitMs = path === '/docs/' ? 5_000 : 1_500;
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${name}: ${slowHeads[name]}\r\n\r\n`;
    const tookMs = await quickestMs(limitMs, async () => {
      const { answers } = await rawExchange(service.url, [head], { timeoutMs: 60_000 });
      expect(answers[0]?.status, path).toBeLessThan(504);
      expect(answers[0]?.status, path).not.toBe(500);
    });
    expect(tookMs, path).toBeLessThan(limitMs);
  }
});

test('a URL of a megabyte is rejected, and one within the limit is handled, however odd', async () => {
  const service = attacked();
  const big = await rawExchange(service.url, [`GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]);
  expect(big.answers.map(({ status }) => status)).toEqual([431]);
  const odd = [
    '/'.repeat(8_000),
    `/${'../'.repeat(3_000)}`,
    `/?${'a=b&'.repeat(3_000)}`,
    `/${'%2f'.repeat(3_000)}`,
    `/${';'.repeat(8_000)}`,
  ];
  for (const target of odd) {
    const { answers } = await rawExchange(service.url, [`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`]);
    expect([308, 400, 404], target.slice(0, 20)).toContain(answers[0]?.status);
  }
});

const documents: Readonly<Record<string, string>> = {
  'JSON nested a hundred thousand deep': '['.repeat(100_000),
  'closed JSON nested a hundred thousand deep': `{"workspaces":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'YAML nested ten thousand deep': Array.from({ length: 10_000 }, () => '- ').join(''),
  'YAML in flow, nested ten thousand deep': `workspaces: ${'['.repeat(10_000)}`,
  'aliases that double thirty times': `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}`,
  'a YAML merge of itself': 'workspaces: &a\n  <<: *a\n',
  'a YAML tag of JavaScript': 'workspaces: !!js/function "function () { return 1 }"',
  'a number of a million digits': `{"workspaces":${'9'.repeat(1_000_000)}}`,
};

test.each(Object.entries(documents))('an import of %s is rejected with the reason, quickly', async (_what, input) => {
  const tookMs = await quickestMs(15_000, async () => {
    const { code, stderr, stdout } = await understudy(['import', '-'], { env: freshDataFolder(), input });
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/at .*\.ts:\d+|RangeError|heap/);
    expect(stderr.length + stdout.length).toBeLessThan(5_000);
  });
  expect(tookMs).toBeLessThan(15_000);
});

function fit(opening: string): string {
  return opening.repeat(Math.floor((limit - 200) / opening.length));
}

function draft(field: string): string {
  return `{"profileId":"prof_aurora","message":"do you ship?",${field}}`;
}
