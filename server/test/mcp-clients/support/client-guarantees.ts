import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ClientService, startClientService } from './client-service.ts';
import { startRecordingProxy } from './recording-proxy.ts';

export interface ToolAnswer {
  readonly isError: boolean;
  /** The answer as the client returns it: structured, or parsed from the text for the model. */
  readonly body: unknown;
}

export interface ConnectedClient {
  /** Lists the tools' names. The client also learns the output schemas with which it checks later answers. */
  toolNames(): Promise<string[]>;
  call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Connects a real client to the service at `url`; its resources are closed when the running test has finished. */
export type Connect = (target: { url: string; key: string }) => Promise<ConnectedClient>;

/** This is long, because some clients are programs that take many seconds to start on a busy machine. */
const refusedWithinMs = 60_000;
const allTools = ['agent_get_persona', 'agent_get_usage', 'agent_draft_reply', 'agent_create_handoff'];

export interface ClientTraits {
  /**
   * True if the client itself refuses to call a tool that the service did not list, so that the service's error is
   * never seen.
   */
  readonly callsListedToolsOnly?: boolean;
  /** True to run the tests with a service that also supports revision 2026-07-28. */
  readonly serves2026?: boolean;
}

/**
 * Tests with one client everything that the MCP surface guarantees to every client. Returns the service that the tests
 * use.
 */
export function testClientGuarantees(
  name: string,
  connect: Connect,
  { callsListedToolsOnly = false, serves2026 = false }: ClientTraits = {},
): { service(): ClientService } {
  // Some of the clients are programs that take seconds to start for each call.
  vi.setConfig({ testTimeout: 300_000 });
  let service: ClientService | null = null;
  const running = () => {
    if (service === null) throw new Error('the service was not started');
    return service;
  };
  beforeAll(async () => {
    service = await startClientService({ serves2026 });
  });
  afterAll(() => service?.stop());

  test(`${name} lists the four tools and reads persona and usage`, async () => {
    const client = await connect({ url: running().url, key: (await running().newTenant()).key });
    expect(await client.toolNames()).toEqual(allTools);
    const persona = await client.call('agent_get_persona', { profileId: 'prof_aurora' });
    expect(persona).toMatchObject({ isError: false, body: { ok: true, persona: { displayName: 'Aurora Lane' } } });
    const usage = await client.call('agent_get_usage', {});
    expect(usage).toMatchObject({ isError: false, body: { ok: true, usage: { used: 0, remaining: 20_000 } } });
  });

  test(`${name} drafts, and a repeat with the same key gets the same answer and no second charge`, async () => {
    const client = await connect({ url: running().url, key: (await running().newTenant()).key });
    await client.toolNames();
    const draft = draftArguments();
    const first = await client.call('agent_draft_reply', draft);
    expect(first).toMatchObject({ isError: false, body: { ok: true, decision: { requiresCreator: false } } });
    expect(await client.call('agent_draft_reply', draft)).toEqual(first);
    const usage = await client.call('agent_get_usage', {});
    expect(usage).toMatchObject({ body: { usage: { used: 1, totals: { drafts: 1, replays: 1 } } } });
  });

  test(`${name} hands off, and then learns that the conversation requires the creator`, async () => {
    const client = await connect({ url: running().url, key: (await running().newTenant()).key });
    await client.toolNames();
    const handoff = { conversationId: 'conv_maya', confirm: true, idempotencyKey: randomUUID() };
    const queued = {
      isError: false,
      body: { ok: true, conversationId: 'conv_maya', state: 'awaiting_owner', creatorNotified: true },
    };
    expect(await client.call('agent_create_handoff', handoff)).toEqual(queued);
    expect(await client.call('agent_create_handoff', handoff)).toEqual(queued);
    const after = await client.call('agent_draft_reply', { ...draftArguments(), conversationId: 'conv_maya' });
    expect(after).toMatchObject({ isError: false, body: { decision: { requiresCreator: true } } });
  });

  test(`${name} with a key that may only read sees two tools, and a write is rejected because of its scope`, async () => {
    const { key } = await running().newTenant({ scopes: ['persona:read', 'usage:read'] });
    const client = await connect({ url: running().url, key });
    expect(await client.toolNames()).toEqual(['agent_get_persona', 'agent_get_usage']);
    const refused = client.call('agent_draft_reply', draftArguments());
    if (callsListedToolsOnly) await expect(refused).rejects.toThrow(/not found/);
    else await expect(refused).resolves.toMatchObject({ isError: true, body: { error: 'agent_scope_missing' } });
  });

  test(`${name} gets a quota error once the allowance is used, and learns what to do`, async () => {
    const { key } = await running().newTenant({ monthlyReplies: 1 });
    const client = await connect({ url: running().url, key });
    await client.toolNames();
    expect(await client.call('agent_draft_reply', draftArguments())).toMatchObject({ isError: false });
    const refused = await client.call('agent_draft_reply', draftArguments());
    expect(refused).toMatchObject({
      isError: true,
      body: { ok: false, error: 'agent_monthly_quota_used', retryable: false, nextStep: expect.any(String) },
    });
  });

  test(`${name} is rejected immediately when its key is unknown`, async () => {
    const { key } = await running().newTenant();
    const bodies: string[] = [];
    const proxy = await startRecordingProxy(running().url, (body) => {
      bodies.push(body);
      return body;
    });
    const target = { url: proxy.url, key: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` };
    const startedAt = performance.now();
    const refused = (async () => (await connect(target)).toolNames())();
    await expect(refused).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(refusedWithinMs);
    // A client sends at most a probe and an initialize, and does not try the same key repeatedly.
    const statuses = proxy.exchanges.flatMap(({ what, status }) => (/^POST [a-z]/.test(what) ? [status] : []));
    expect([[401], [401, 401]], JSON.stringify(proxy.exchanges)).toContainEqual(statuses);
    expect(bodies.filter((body) => body.includes('"error":"agent_key_invalid"'))).toHaveLength(statuses.length);
  });

  return { service: running };
}

/** Returns the arguments of a draft that the sample workspace answers safely, with a new idempotency key. */
export function draftArguments(): Record<string, unknown> {
  return { profileId: 'prof_aurora', message: 'do you ship to Brazil?', idempotencyKey: randomUUID() };
}
