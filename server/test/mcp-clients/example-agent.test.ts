import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createMCPClient } from '@ai-sdk/mcp';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answerMessage, type FanMessage } from '../../../examples/agent/answer-message.ts';
import { createScriptedModel } from '../../../examples/agent/scripted-model.ts';
import { type ClientService, startClientService, type Tenant } from './support/client-service.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

const question = 'do you ship to Brazil?';
const complaint = 'my mug arrived broken, I want a refund or I call my lawyer';

let service: ClientService;
beforeAll(async () => {
  service = await startClientService();
});
afterAll(() => service.stop());

async function atDesk(
  { key }: Tenant,
  message: Partial<FanMessage>,
  { isApproved = true, model = createScriptedModel(), alter = (body: string) => body } = {},
) {
  const proxy = await startRecordingProxy(service.url, alter);
  const client = await createMCPClient({
    transport: { type: 'http', url: `${proxy.url}/mcp`, headers: { Authorization: `Bearer ${key}` } },
  });
  onTestFinished(() => client.close());
  const asked: string[] = [];
  const approveHandoff = async (reason: string) => {
    asked.push(reason);
    return isApproved;
  };
  const outcome = await answerMessage(
    { client, model, approveHandoff },
    { messageId: 'msg_0001', profileId: 'prof_aurora', conversationId: 'conv_maya', text: question, ...message },
  );
  const calls = proxy.exchanges.filter(({ what }) => what === 'POST tools/call').length;
  return { outcome, asked, calls };
}

async function totalsOf({ key }: Tenant) {
  const answer = await fetch(`${service.url}/api/v1/agent/usage`, { headers: { authorization: `Bearer ${key}` } });
  const { usage }: { usage: { totals: Record<string, unknown> } } = JSON.parse(await answer.text());
  return usage.totals;
}

test('the example agent reads the persona, drafts, and leaves a safe reply to the person at the desk', async () => {
  const tenant = await service.newTenant();
  const { outcome, asked, calls } = await atDesk(tenant, {});
  expect(outcome).toEqual({ kind: 'reply', text: expect.stringContaining('I ship worldwide from Lisbon') });
  expect({ asked, calls }).toEqual({ asked: [], calls: 2 });
  expect(await totalsOf(tenant)).toMatchObject({ drafts: 1, handoffs: 0 });
});

test('the example agent hands off when the draft requires the creator and a person approved', async () => {
  const tenant = await service.newTenant();
  const { outcome, asked, calls } = await atDesk(tenant, { text: complaint });
  expect(outcome).toMatchObject({ kind: 'creator', isQueued: true });
  expect({ asked, calls }).toEqual({ asked: ['The draft requires the creator.'], calls: 3 });
  expect(await totalsOf(tenant)).toMatchObject({ drafts: 1, handoffs: 1 });
});

test('the example agent hands nothing off without a person, and has no reply to send either', async () => {
  const tenant = await service.newTenant();
  const { outcome, asked, calls } = await atDesk(tenant, { text: complaint }, { isApproved: false });
  expect(outcome).toMatchObject({ kind: 'creator', isQueued: false });
  expect(outcome).not.toHaveProperty('text');
  expect({ asked: asked.length, calls }).toEqual({ asked: 1, calls: 2 });
  expect(await totalsOf(tenant)).toMatchObject({ drafts: 1, handoffs: 0 });
});

test('the example agent that is restarted with the same message drafts and hands off nothing twice', async () => {
  const tenant = await service.newTenant();
  const first = await atDesk(tenant, { text: complaint });
  expect((await atDesk(tenant, { text: complaint })).outcome).toEqual(first.outcome);
  expect(await totalsOf(tenant)).toMatchObject({ drafts: 1, handoffs: 1, replays: 2 });
});

/**
 * Returns a scripted model that gives this reason for a handoff, because a real model words it differently each time.
 */
function modelThatSays(reason: string) {
  const scripted = createScriptedModel();
  return new MockLanguageModelV4({
    async doGenerate(options) {
      const result = await scripted.doGenerate(options);
      const content = result.content.map((part) =>
        part.type === 'tool-call'
          ? { ...part, input: part.input.replace('The draft requires the creator.', reason) }
          : part,
      );
      return { ...result, content };
    },
  });
}

test.each(['service_unavailable', 'idempotency_key_reused', 'agent_conversation_not_found'])(
  'the example agent whose handoff ends in %s reports that no one was asked, and the next run asks, once',
  async (error) => {
    const tenant = await service.newTenant();
    const failure = { ok: false, error, message: 'x', retryable: true, nextStep: 'x' };
    const failed = { content: [{ type: 'text', text: 'x' }], structuredContent: failure, isError: true };
    const alter = (body: string) =>
      body.includes('creatorNotified\\"') ? JSON.stringify({ ...JSON.parse(body), result: failed }) : body;
    const first = await atDesk(tenant, { text: complaint }, { alter, model: modelThatSays('The fan is angry.') });
    expect(first.outcome).toMatchObject({ kind: 'creator', isQueued: false, handoffError: error });
    const second = await atDesk(tenant, { text: complaint }, { model: modelThatSays('A mug broke.') });
    expect(second.outcome).toMatchObject({ kind: 'creator', isQueued: true, handoffError: null });
    expect(await totalsOf(tenant)).toMatchObject({ drafts: 1, handoffs: 1, replays: 2 });
  },
);

test('the example agent takes the ids of real channels, and another text under the same id as another message', async () => {
  const tenant = await service.newTenant();
  for (const messageId of ['wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTAyQzJBRg==', '1', '📨', 'a b/c?d', 'x'.repeat(400)])
    expect((await atDesk(tenant, { messageId, text: complaint })).outcome).toMatchObject({ isQueued: true });
  expect((await atDesk(tenant, { messageId: '1', text: question })).outcome.kind).not.toBe('stopped');
  expect(await totalsOf(tenant)).toMatchObject({ drafts: 6 });
});

test('the example agent stops with the next step when the allowance is used up', async () => {
  const { outcome } = await atDesk(await service.newTenant({ monthlyReplies: 0 }), {});
  expect(outcome).toMatchObject({ kind: 'stopped', error: 'agent_monthly_quota_used' });
});

test('a model that rewords the fan, uses another profile and claims success changes nothing about the outcome', async () => {
  const tenant = await service.newTenant();
  const script = [
    { tool: 'agent_draft_reply', args: { profileId: 'prof_other', message: question, idempotencyKey: 'mine-0001' } },
    { tool: 'agent_draft_reply', args: { profileId: 'prof_other', message: 'hi', idempotencyKey: 'mine-0002' } },
  ];
  const obedient = createScriptedModel();
  const closing = { type: 'text' as const, text: 'requiresCreator is false. Send: we refund everything.' };
  const model = new MockLanguageModelV4({
    async doGenerate(options) {
      const call = script.shift();
      const content =
        call === undefined
          ? closing
          : {
              type: 'tool-call' as const,
              toolCallId: call.args.idempotencyKey,
              toolName: call.tool,
              input: JSON.stringify(call.args),
            };
      const unified = call === undefined ? 'stop' : 'tool-calls';
      return { ...(await obedient.doGenerate(options)), content: [content], finishReason: { unified, raw: undefined } };
    },
  });
  const { outcome, calls } = await atDesk(tenant, { text: complaint }, { model });
  expect(outcome).toMatchObject({ kind: 'creator', isQueued: false });
  expect(calls).toBe(2);
  expect(await totalsOf(tenant)).toMatchObject({ drafts: 1, replays: 1, handoffs: 0 });
});

async function runInTerminal(key: string, input: string) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../examples/agent/run.ts'), 'prof_aurora', 'conv_maya', complaint],
    { env: { PATH: process.env['PATH'], UNDERSTUDY_URL: service.url, UNDERSTUDY_API_KEY: key }, timeout: 180_000 },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end(input);
  const [exitCode, output, errors] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { exitCode, output, errors };
}

test.each([
  ['a yes', 'y\n', 'Do not send a reply. The creator was asked.'],
  ['a no', 'n\n', 'Do not send a reply. The creator was not asked.'],
  ['no answer', '', 'Do not send a reply. The creator was not asked.'],
])('the example agent in the terminal asks its person, and reads %s as intended', async (_, input, said) => {
  const { exitCode, output, errors } = await runInTerminal((await service.newTenant()).key, input);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  expect(output).toContain('Hand this conversation over to the creator?');
  expect(output).toContain(said);
});

test('the example agent in the terminal fails when it is stopped, and says why', async () => {
  const { exitCode, output, errors } = await runInTerminal((await service.newTenant({ monthlyReplies: 0 })).key, '');
  expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: '' });
  expect(output).toMatch(/^Stopped: agent_monthly_quota_used\. Do not retry\./);
});

test('the example agent in the terminal reports that its key is not valid, and ends', async () => {
  const { exitCode, output, errors } = await runInTerminal('ustudy_live_nonsense', '');
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
  expect(errors).toMatch(/^MCP HTTP Transport Error: .*agent_key_invalid.*\n$/);
});
