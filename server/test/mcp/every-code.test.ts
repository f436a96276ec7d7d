import { expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../src/lib/error-catalogue.ts';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import { nextStepOf } from '../../src/mcp/next-steps.ts';
import { expectRefusal } from '../http/support/refusals.ts';
import { constantEngine, failingEngine, gatedEngine } from '../http/support/scripted-engine.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { type CallOptions, startWorld, testConfig, type World, type WorldOptions } from '../support/world.ts';
import { post } from './support/mcp-caller.ts';
import { expectSameRefusal, overMcp, surfacesOf } from './support/surfaces.ts';

type Kind = 'result' | 'status' | 'json-rpc' | 'rest only';

/** How MCP reports each code. A new code without an entry does not compile, and fails the tests. */
const kindOf: Record<ErrorCode, Kind> = {
  agent_auth_required: 'status',
  agent_key_invalid: 'status',
  agent_workspace_inactive: 'status',
  agent_scope_missing: 'result',
  agent_origin_rejected: 'status',
  agent_profile_not_found: 'result',
  agent_conversation_not_found: 'result',
  agent_confirmation_required: 'result',
  idempotency_key_required: 'result',
  idempotency_key_reused: 'result',
  idempotency_in_progress: 'result',
  agent_monthly_quota_used: 'result',
  rate_limited: 'status',
  invalid_json: 'json-rpc',
  invalid_request: 'result',
  hook_signature_invalid: 'rest only',
  connection_not_found: 'rest only',
  outbox_item_not_found: 'rest only',
  outbox_claimed: 'rest only',
  outbox_ended: 'rest only',
  outbox_withdrawn: 'rest only',
  outbox_expired: 'rest only',
  outbox_not_claimed: 'rest only',
  outbox_result_conflict: 'rest only',
  page_not_found: 'rest only',
  page_origin_rejected: 'rest only',
  page_proof_required: 'rest only',
  page_proof_spent: 'rest only',
  page_full: 'rest only',
  not_found: 'rest only',
  method_not_allowed: 'status',
  not_acceptable: 'status',
  payload_too_large: 'status',
  unsupported_media_type: 'status',
  internal_error: 'result',
  service_unavailable: 'result',
};
const codesOf = (kind: Kind) => Object.entries(kindOf).flatMap(([code, told]) => (told === kind ? [code] : []));

const words: Readonly<Record<string, string>> = {
  agent_scope_missing: 'Do not retry. Tell the user that the API key needs the scope handoffs:write.',
  agent_profile_not_found: 'Do not guess. Ask the user for the profileId of an active profile.',
  agent_conversation_not_found:
    'Do not guess. Ask the user for the conversationId. The conversation must belong to the profile and, for a handoff, contain a message from the fan.',
  agent_confirmation_required:
    'Ask the user whether to hand the conversation over. Call again with confirm: true only after they approve.',
  idempotency_key_required:
    'Call again with an idempotencyKey: one unique value, for example a UUID. Keep it when you retry this call.',
  idempotency_key_reused:
    'To submit this input, call again with a new idempotencyKey. To get the earlier result, repeat the earlier input.',
  idempotency_in_progress:
    'Wait 7 s, then repeat the same call once with the same idempotencyKey to get the stored result.',
  agent_monthly_quota_used:
    'Do not retry. Tell the user when the allowance renews. Only a larger plan allows more replies before then.',
  invalid_request: 'Correct the fields that the message names so that they match the inputSchema, then call again.',
  internal_error:
    'Retry once later with the same arguments, including the idempotencyKey. If it fails again, give the user the requestId.',
  service_unavailable: 'Wait 7 s, then repeat the same call, including the idempotencyKey.',
};

test('every code of the catalogue has a known form over MCP', () => {
  expect(Object.keys(kindOf).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  expect(Object.keys(words).toSorted()).toEqual(codesOf('result').toSorted());
});

test.each(Object.entries(words))("a model's next step after %s is: %s", (code, text) => {
  expect(nextStepOf(code as ErrorCode, { retryAfterSeconds: 7, scope: 'handoffs:write' })).toBe(text); // the code is a key of the catalogue, as checked above
});

const start = (options: WorldOptions = {}) => startWorld(sqliteHarness(), { engine: constantEngine(), ...options });

/** For each code that a tool returns, a request that leads to it. */
const provocations: Readonly<Record<string, () => Promise<void>>> = {
  async agent_scope_missing() {
    const world = await start();
    const { key } = await world.createKey({ scopes: ['persona:read'] });
    const { draftReply } = surfacesOf(world);
    await expectSameRefusal(world, draftReply, 'agent_scope_missing', draftReply.good, { key, ...newKey() });
  },
  agent_profile_not_found: () => refuseDraft('agent_profile_not_found', { profileId: 'prof_none' }),
  agent_conversation_not_found: () => refuseDraft('agent_conversation_not_found', { conversationId: 'conv_none' }),
  async agent_confirmation_required() {
    const world = await start();
    const { createHandoff } = surfacesOf(world);
    await expectSameRefusal(world, createHandoff, 'agent_confirmation_required', { conversationId: 'conv_maya' });
  },
  idempotency_key_required: () => refuseDraft('idempotency_key_required', {}, { idempotencyKey: 'short' }),
  async idempotency_key_reused() {
    const world = await start();
    const { draftReply } = surfacesOf(world);
    const options = newKey();
    await overMcp(world, draftReply, { ...draftReply.good, message: 'another' }, options);
    await expectSameRefusal(world, draftReply, 'idempotency_key_reused', draftReply.good, options);
  },
  async idempotency_in_progress() {
    const engine = gatedEngine();
    const world = await start({ engine });
    const { draftReply } = surfacesOf(world);
    const options = newKey();
    const first = overMcp(world, draftReply, draftReply.good, options);
    await engine.waiting(1);
    await expectSameRefusal(world, draftReply, 'idempotency_in_progress', draftReply.good, options);
    engine.open();
    expect((await first).isError).toBe(false);
  },
  agent_monthly_quota_used: () =>
    refuseDraft('agent_monthly_quota_used', {}, newKey(), { workspace: { monthlyReplies: 0 } }),
  invalid_request: () => refuseDraft('invalid_request', { message: 'x' }),
  internal_error: () => refuseDraft('internal_error', {}, newKey(), { engine: failingEngine(2, 'inside') }),
  service_unavailable: () =>
    refuseDraft('service_unavailable', {}, newKey(), {
      wrapStore: (store) => ({ ...store, admitDraft: () => Promise.reject(new StoreUnavailable('inside')) }),
    }),
};

test.each(codesOf('result'))('%s is the same over REST and from a tool', async (code) => {
  const provoke = provocations[code];
  if (provoke === undefined) throw new Error(`nothing here leads to ${code}`);
  await provoke();
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** For each code that is returned before the message is read, a request that leads to it. */
const refusals: Readonly<Record<string, (world: World) => ReturnType<typeof post>>> = {
  agent_auth_required: (world) => post(world, ping, { key: null }),
  agent_key_invalid: (world) => post(world, ping, { key: 'unknown' }),
  async agent_workspace_inactive(world) {
    const { workspaceId: id } = world;
    await world.importDocument({ workspaces: [{ id, name: 'Aurora', plan: 'agency', status: 'inactive' }] });
    return post(world, ping, { key: (await world.createKey()).key });
  },
  agent_origin_rejected: (world) => post(world, ping, { headers: { origin: 'https://elsewhere.example' } }),
  async rate_limited(world) {
    for (let count = 0; count < 3; count += 1) await post(world, ping);
    return post(world, ping);
  },
  method_not_allowed: (world) => world.call('GET', '/mcp'),
  not_acceptable: (world) => post(world, ping, { headers: { accept: 'text/html' } }),
  payload_too_large: (world) => post(world, { ...ping, fill: 'x'.repeat(70_000) }),
  unsupported_media_type: (world) => post(world, ping, { headers: { 'content-type': 'text/plain' } }),
};

test.each(codesOf('status'))('%s is a status of /mcp, with the envelope of REST', async (code) => {
  const agency = { ...testConfig.plans.agency, requestsPerMinute: 3 };
  const world = await start({ config: { plans: { ...testConfig.plans, agency } } });
  const provoke = refusals[code];
  if (provoke === undefined) throw new Error(`nothing here leads to ${code}`);
  expectRefusal(await provoke(world), code as Parameters<typeof expectRefusal>[1]); // the code is a key of the catalogue
});

test('a rejected tool call is logged with its code, and an internal failure is logged with its cause, under the id that the model sees', async () => {
  const world = await start({ engine: failingEngine(1, 'the cause inside') });
  const { draftReply, readPersona } = surfacesOf(world);
  const refused = await overMcp(world, readPersona, { profileId: 'prof_none' }, {});
  const failed = await overMcp(world, draftReply, draftReply.good, newKey());
  expect(failed.text).not.toContain('the cause inside');
  await expect.poll(() => linesOf(world, failed.body.requestId).length).toBe(2);
  expect(linesOf(world, refused.body.requestId)).toEqual([
    expect.objectContaining({ level: 'info', status: 200, code: 'agent_profile_not_found' }),
  ]);
  expect(linesOf(world, failed.body.requestId)).toEqual([
    expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: 'the cause inside' }) }),
    expect.objectContaining({ level: 'info', code: 'internal_error' }),
  ]);
});

function linesOf({ logLines }: World, requestId: string): unknown[] {
  return logLines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line));
}

let keys = 0;

function newKey(): { idempotencyKey: string } {
  keys += 1;
  return { idempotencyKey: `every-code-${keys}` };
}

async function refuseDraft(
  code: ErrorCode,
  wrong: Record<string, unknown>,
  options: CallOptions = newKey(),
  worldOptions: WorldOptions = {},
): Promise<void> {
  const world = await start(worldOptions);
  const { draftReply } = surfacesOf(world);
  await expectSameRefusal(world, draftReply, code, { ...draftReply.good, ...wrong }, options);
}
