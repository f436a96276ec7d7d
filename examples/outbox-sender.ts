// Sends Understudy's drafts: waits for texts that are ready, claims each one, sends it, and reports the result.
// UNDERSTUDY_URL=http://127.0.0.1:8787 UNDERSTUDY_KEY=ustudy_live_… PROFILE=prof_aurora node examples/outbox-sender.ts
// The key needs the scopes outbox:read and outbox:write.

const url = process.env['UNDERSTUDY_URL'] ?? 'http://127.0.0.1:8787';
const key = process.env['UNDERSTUDY_KEY'] ?? '';
const profileId = process.env['PROFILE'] ?? 'prof_aurora';

interface Claim {
  readonly outboxId: string;
  readonly claimId: string;
  readonly threadId: string;
  readonly afterMessageId: string;
  readonly text: string;
}

interface Answer {
  readonly error?: string;
  readonly message?: string;
  readonly next: string;
  readonly items: readonly { readonly id: string; readonly state: string }[];
  readonly claim: Claim;
}

/** Replace this with a call to your provider. Returns the provider's id for the message. */
async function send({ threadId, afterMessageId, text }: Claim): Promise<string> {
  process.stdout.write(`to ${threadId}, after ${afterMessageId}: ${text}\n`);
  return `sent-${afterMessageId}`;
}

async function call(path: string, body?: object, idempotencyKey = ''): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Answer }; // the API's documented response
}

/** Claims one item, sends it, and reports the result. Only the sender that claims an item may send it. */
async function deliver(outboxId: string): Promise<void> {
  const { status, answer } = await call('/api/v1/outbox/claims', { profileId, outboxId }, `send-${outboxId}`);
  if (status !== 200) return; // claimed by another sender, withdrawn or expired
  const { claim } = answer;
  const result = await send(claim).then(
    (providerMessageId) => ({ outcome: 'sent', providerMessageId }),
    () => ({ outcome: 'failed', reason: 'the provider rejected the message' }),
  );
  await call(`/api/v1/outbox/${outboxId}/result`, { profileId, claimId: claim.claimId, ...result });
}

let after = '';
for (;;) {
  const { status, answer } = await call(`/api/v1/outbox?profileId=${profileId}&wait=25${after && `&after=${after}`}`);
  if (status !== 200) throw new Error(`${answer.error}: ${answer.message}`);
  for (const item of answer.items) if (item.state === 'ready') await deliver(item.id);
  after = answer.next;
}
