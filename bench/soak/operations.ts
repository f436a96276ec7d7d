import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import type { DraftTarget } from '../support/measure.ts';

const questions = [
  'hi! do you ship to Brazil, and how long does it take?',
  'is the mug dishwasher safe?',
  'when is the studio open?',
  'how much is the Moon mug?',
  'do lessons include the clay?',
  'oi! você envia para o Brasil?',
  'where is my parcel?? it was promised for friday',
  'can I get a refund please',
];
const remembered = 1_000;

/**
 * Builds a typical mix of requests: six in ten are drafts, and the others are repeated drafts, handoffs, personas and
 * usage.
 */
export function mixedRequests(targets: readonly DraftTarget[]): Request[] {
  const sent: { key: string; idempotencyKey: string; body: string }[] = [];
  let turn = 0;
  const next = () => {
    turn += 1;
    const target = targets[turn % targets.length];
    if (target === undefined) throw new Error('there is no workspace to ask');
    return target;
  };
  const post = (path: string, key: string, idempotencyKey: string, body: string): Request => ({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body,
  });
  const draft = (): Request => {
    const { key } = next();
    const message = questions[Math.floor(Math.random() * questions.length)];
    const body = JSON.stringify({ profileId: 'prof_one', conversationId: 'conv_one', message });
    const idempotencyKey = randomUUID();
    sent.push({ key, idempotencyKey, body });
    if (sent.length > remembered) sent.shift();
    return post('/api/v1/agent/draft', key, idempotencyKey, body);
  };
  const repeat = (): Request => {
    // Chooses from the older half, whose drafts have been answered.
    const one = sent[Math.floor((Math.random() * sent.length) / 2)];
    if (one === undefined || sent.length < remembered / 2) return draft();
    return post('/api/v1/agent/draft', one.key, one.idempotencyKey, one.body);
  };
  const handoff = (): Request =>
    post('/api/v1/agent/handoff', next().key, randomUUID(), '{"conversationId":"conv_one","confirm":true}');
  const get = (path: string): Request => ({ method: 'GET', path, headers: { authorization: `Bearer ${next().key}` } });
  const kinds = [
    ...Array.from({ length: 6 }, () => draft),
    repeat,
    handoff,
    () => get('/api/v1/agent/persona?profileId=prof_one'),
    () => get('/api/v1/agent/usage'),
  ];
  // autocannon reuses a request, so this callback sets every field again, even the empty body of a GET.
  return kinds.map((make) => ({ setupRequest: (request) => ({ ...request, body: undefined, ...make() }) }));
}
