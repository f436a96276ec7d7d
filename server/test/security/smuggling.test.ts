import { expect, test } from 'vitest';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { goodDraft } from '../http/support/write-request.ts';
import { type AttackedService, shareAttacked } from './support/attacked-service.ts';

const attacked = shareAttacked();
const length = String(goodDraft.length);
const chunked = `${goodDraft.length.toString(16)}\r\n${goodDraft}\r\n0\r\n\r\n`;

/**
 * Lines that may make two programs on one path see different ends of a request, each with the body that one of them
 * would read. A second request with a valid key follows. A service that answers it has misread the first.
 */
const ambiguous: readonly (readonly [what: string, lines: string, body: string])[] = [
  ['a length beside chunks', `Content-Length: ${length}\r\nTransfer-Encoding: chunked`, chunked],
  ['chunks beside a length', `Transfer-Encoding: chunked\r\nContent-Length: ${length}`, chunked],
  ['a length of nothing beside chunks', 'Content-Length: 0\r\nTransfer-Encoding: chunked', chunked],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${length}`, goodDraft],
  ['two equal lengths', `Content-Length: ${length}\r\nContent-Length: ${length}`, goodDraft],
  ['two lengths in one line', `Content-Length: ${length}, 0`, goodDraft],
  ['two equal lengths in one line', `Content-Length: ${length}, ${length}`, goodDraft],
  ['a length with a sign', `Content-Length: +${length}`, goodDraft],
  ['a negative length', 'Content-Length: -1', goodDraft],
  ['a length in hexadecimal', `Content-Length: 0x${goodDraft.length.toString(16)}`, goodDraft],
  ['a length with a space inside', `Content-Length: ${length.slice(0, 1)} ${length.slice(1)}`, goodDraft],
  ['a length with a decimal point', `Content-Length: ${length}.0`, goodDraft],
  ['an empty length', 'Content-Length: ', goodDraft],
  ['a length beyond any number', `Content-Length: 1844674407370955161${length}`, goodDraft],
  ['a space before the colon', `Transfer-Encoding : chunked\r\nContent-Length: ${length}`, goodDraft],
  ['a tab before the colon', `Transfer-Encoding\t: chunked\r\nContent-Length: ${length}`, goodDraft],
  ['an unknown coding', `Transfer-Encoding: xchunked\r\nContent-Length: ${length}`, goodDraft],
  ['an unknown coding alone', 'Transfer-Encoding: xchunked', chunked],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity', chunked],
  [
    'another coding before chunks and a length',
    `Transfer-Encoding: identity, chunked\r\nContent-Length: ${length}`,
    chunked,
  ],
  ['two codings in two lines', `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity`, chunked],
  [
    'a length with two codings',
    `Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\nContent-Length: ${length}`,
    chunked,
  ],
  ['a quoted coding', `Transfer-Encoding: "chunked"\r\nContent-Length: ${length}`, goodDraft],
  ['a vertical tab before the coding', `Transfer-Encoding: \x0bchunked\r\nContent-Length: ${length}`, goodDraft],
  ['a NUL in the coding', `Transfer-Encoding: chunked\0\r\nContent-Length: ${length}`, goodDraft],
  ['a folded line', `Transfer-Encoding:\r\n chunked\r\nContent-Length: ${length}`, goodDraft],
  [
    'a folded line of another header',
    `X-Other: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: ${length}`,
    goodDraft,
  ],
  ['a folded first line', ` X-Other: 1\r\nContent-Length: ${length}`, goodDraft],
  ['a line that ends with LF alone', `X-Other: 1\nContent-Length: ${length}`, goodDraft],
  [
    'a coding hidden behind a bare CR',
    `X-Other: 1\rTransfer-Encoding: chunked\r\nContent-Length: ${length}`,
    goodDraft,
  ],
  [
    'a coding hidden behind a bare LF',
    `X-Other: 1\nTransfer-Encoding: chunked\r\nContent-Length: ${length}`,
    goodDraft,
  ],
  ['a line without a colon', `Transfer-Encoding chunked\r\nContent-Length: ${length}`, goodDraft],
];

test.each(ambiguous)(
  '%s is rejected, and the connection is closed before what follows is read as a request',
  async (_what, lines, body) => {
    const service = attacked();
    const first = request(service, lines, body);
    const { answers, closedByService } = await rawExchange(service.url, [first + second(service)], { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(answers[0]?.body).toMatchObject({ ok: false, error: 'invalid_request' });
    expect(closedByService).toBe(true);
  },
);

const brokenChunks: readonly (readonly [what: string, body: string])[] = [
  ['a size that is no number', 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a size with 0x', `0x${chunked}`],
  ['a size with a sign', `+${chunked}`],
  ['a negative size', '-1\r\n\r\n0\r\n\r\n'],
  ['a size with an underscore', `0_${chunked}`],
  ['a size beyond any number', `fffffffffffffffff1\r\n${goodDraft}\r\n0\r\n\r\n`],
  ['a size with a space before it', ` ${chunked}`],
  ['a chunk longer than its size', `5\r\n${goodDraft}\r\n0\r\n\r\n`],
  ['a chunk that ends with LF alone', `${goodDraft.length.toString(16)}\r\n${goodDraft}\n0\r\n\r\n`],
  ['a size that ends with LF alone', `${goodDraft.length.toString(16)}\n${goodDraft}\r\n0\r\n\r\n`],
  ['a size that ends with CR alone', `${goodDraft.length.toString(16)}\r${goodDraft}\r\n0\r\n\r\n`],
  ['an end with LF alone', `${goodDraft.length.toString(16)}\r\n${goodDraft}\r\n0\n\n`],
  ['an extension with a bare LF', `${goodDraft.length.toString(16)};a\n${goodDraft}\r\n0\r\n\r\n`],
  ['an extension with a NUL', `${goodDraft.length.toString(16)};a=\0\r\n${goodDraft}\r\n0\r\n\r\n`],
];

test.each(brokenChunks)(
  'chunks with %s are rejected, and nothing after them is read as a request',
  async (_what, body) => {
    const service = attacked();
    const first = request(service, 'Transfer-Encoding: chunked', body);
    const { answers } = await rawExchange(service.url, [first + second(service)], { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([400]);
  },
);

test('chunk extensions are ignored while they are short, and rejected if there are many', async () => {
  const service = attacked();
  const size = goodDraft.length.toString(16);
  const short = request(
    service,
    'Transfer-Encoding: chunked',
    `${size};name=value;other="a b"\r\n${goodDraft}\r\n0;last\r\n\r\n`,
  );
  expect((await rawExchange(service.url, [short])).answers[0]?.status).toBe(200);
  const long = request(
    service,
    'Transfer-Encoding: chunked',
    `${size};${'a'.repeat(200_000)}\r\n${goodDraft}\r\n0\r\n\r\n`,
  );
  const { answers } = await rawExchange(service.url, [long + second(service)], { answers: 2 });
  expect(answers.map(({ status }) => status)).toEqual([413]);
});

test('a trailer is never read as a header: no credentials, no origin, no length', async () => {
  const service = attacked();
  const body = `${goodDraft.length.toString(16)}\r\n${goodDraft}\r\n0\r\nAuthorization: Bearer ${service.key}\r\nContent-Length: 5\r\n\r\n`;
  const head = request(service, 'Transfer-Encoding: chunked\r\nTrailer: Authorization', body).replace(
    /^Authorization.*\r\n/m,
    '',
  );
  const { answers } = await rawExchange(service.url, [head + second(service)], { answers: 2 });
  expect(answers[0]?.status).toBe(401);
  for (const { status } of answers.slice(1)) expect([400, 200]).toContain(status);
});

test('fifty requests in one packet, including writes, each get their own answer, in order', async () => {
  const service = attacked();
  const requests = Array.from({ length: 50 }, (_, index) =>
    index % 5 === 0
      ? request(service, `Content-Length: ${length}`, goodDraft)
      : `GET ${index % 5 === 1 ? '/nowhere' : '/healthz'} HTTP/1.1\r\nHost: x\r\n\r\n`,
  );
  const { answers } = await rawExchange(service.url, [requests.join('')], { answers: 50, timeoutMs: 60_000 });
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 50 }, (_, index) => [200, 404, 200, 200, 200][index % 5]),
  );
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(50);
});

test('a different protocol is rejected and not followed: HTTP/0.9, HTTP/2 without TLS, WebSocket, TLS', async () => {
  const service = attacked();
  const openings = [
    'GET /healthz\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n',
    'GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n',
    'GET /healthz HTTP/1.2\r\nHost: x\r\n\r\n',
    'GET /healthz HTTP/1.1\nHost: x\n\n',
    Buffer.from('16030100c8010000c40303', 'hex'),
  ];
  for (const opening of openings) {
    const { answers } = await rawExchange(service.url, [opening], { endAfterMs: 300, timeoutMs: 60_000 });
    for (const { status } of answers) expect([400, 505], String(opening)).toContain(status);
  }
  const upgrade =
    'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n\r\n';
  const { answers } = await rawExchange(service.url, [upgrade]);
  expect(answers.map(({ status }) => status)).not.toContain(101);
});

function request({ key }: AttackedService, lines: string, body: string): string {
  const idempotencyKey = crypto.randomUUID();
  return `POST /api/v1/agent/draft HTTP/1.1\r\nHost: understudy.test\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nIdempotency-Key: ${idempotencyKey}\r\n${lines}\r\n\r\n${body}`;
}

/** Returns the smuggled request, which would be answered with 200. */
function second({ key }: AttackedService): string {
  return `GET /api/v1/agent/usage HTTP/1.1\r\nHost: understudy.test\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}
