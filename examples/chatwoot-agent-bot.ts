// Sends Understudy's drafts through a Chatwoot agent bot. A connection of the kind "chatwoot" receives the messages.
// UNDERSTUDY_KEY=ustudy_live_… PROFILE=prof_aurora CONNECTION=con_desk \ CHATWOOT_URL=https://desk.example
// CHATWOOT_ACCOUNT=1 CHATWOOT_BOT_TOKEN=… node examples/chatwoot-agent-bot.ts The key needs the scopes outbox:read and
// outbox:write. The token belongs to the agent bot; Understudy never sees it.

const {
  UNDERSTUDY_URL = 'http://127.0.0.1:8787',
  UNDERSTUDY_KEY: key = '',
  PROFILE: profileId = 'prof_aurora',
  CONNECTION: connectionId = '',
  CHATWOOT_URL: chatwoot = '',
  CHATWOOT_ACCOUNT: account = '1',
  CHATWOOT_BOT_TOKEN: token = '',
} = process.env;

interface Answer {
  readonly error?: string;
  readonly message?: string;
  readonly next: string;
  readonly items: readonly { readonly id: string; readonly state: string; readonly connectionId: string }[];
  readonly claim: { readonly claimId: string; readonly threadId: string; readonly text: string };
}

/** Posts a message to a Chatwoot conversation, whose id is the thread's id. Returns the message's id. */
async function send(threadId: string, content: string): Promise<string> {
  const conversation = encodeURIComponent(threadId);
  const response = await fetch(`${chatwoot}/api/v1/accounts/${account}/conversations/${conversation}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', api_access_token: token },
    body: JSON.stringify({ content, message_type: 'outgoing' }),
  });
  if (!response.ok) throw new Error(`Chatwoot answered ${response.status}`);
  const { id } = (await response.json()) as { id: number }; // Chatwoot's documented response
  return String(id);
}

async function call(path: string, body?: object, idempotencyKey = ''): Promise<{ status: number; answer: Answer }> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(UNDERSTUDY_URL + path, init);
  return { status: response.status, answer: (await response.json()) as Answer }; // the API's documented response
}

let after = '';
for (;;) {
  const { status, answer } = await call(`/api/v1/outbox?profileId=${profileId}&wait=25${after && `&after=${after}`}`);
  if (status !== 200) throw new Error(`${answer.error}: ${answer.message}`);
  for (const { id: outboxId, state, connectionId: of } of answer.items) {
    if (state !== 'ready' || of !== connectionId) continue;
    const claimed = await call('/api/v1/outbox/claims', { profileId, outboxId }, `chatwoot-${outboxId}`);
    if (claimed.status !== 200) continue; // claimed by another sender, withdrawn or expired
    const { claimId, threadId, text } = claimed.answer.claim;
    const result = await send(threadId, text).then(
      (providerMessageId) => ({ outcome: 'sent', providerMessageId }),
      (error: unknown) => ({ outcome: 'failed', reason: String(error).slice(0, 120) }),
    );
    await call(`/api/v1/outbox/${outboxId}/result`, { profileId, claimId, ...result });
  }
  after = answer.next;
}
