import { expect, test } from 'vitest';
import type { Scope } from '../../src/domain/actor.ts';
import { agentScopes as scopes } from '../../src/domain/scopes.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld, type World } from '../support/world.ts';
import { callTool, request } from './support/mcp-caller.ts';

const maxListBytes = 8 * 1_024;

async function listFor(world: World, granted: readonly Scope[]) {
  const { key } = await world.createKey({ scopes: granted });
  const answer = await request(world, 'tools/list', undefined, { key });
  expect(answer.status).toBe(200);
  return { text: answer.text, tools: answer.body.result.tools, result: answer.body.result };
}

test('the tool list matches the snapshot, and is smaller than 8 KB', async () => {
  const world = await startWorld(sqliteHarness());
  const { text, tools, result } = await listFor(world, scopes);
  expect(Buffer.byteLength(text)).toBeLessThan(maxListBytes);
  expect(Object.keys(result), 'one page').toEqual(['tools']);
  await expect(JSON.stringify(tools, null, 2)).toMatchFileSnapshot('./tool-list.snap');
});

test('each tool has a title, a description, both schemas without a root choice, all four annotations and an icon', async () => {
  const world = await startWorld(sqliteHarness());
  for (const tool of (await listFor(world, scopes)).tools) {
    expect(tool.title, tool.name).toMatch(/^\w/);
    expect(tool.description.length).toBeGreaterThan(80);
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema.type).toBe('object');
      for (const choice of ['oneOf', 'anyOf', 'allOf', 'not', '$ref']) expect(schema).not.toHaveProperty(choice);
      for (const field of Object.values<Record<string, unknown>>(schema.properties))
        expect(field['type'], JSON.stringify(field)).toBeTypeOf('string');
    }
    expect(tool.inputSchema.additionalProperties).toBe(false);
    expect(tool.outputSchema.required).toEqual(['ok']);
    const isRead = tool.name.startsWith('agent_get_');
    expect(tool.annotations).toEqual({
      readOnlyHint: isRead,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(tool.icons[0].src).toMatch(/^data:image\/svg\+xml;base64,[\w+/]+=*$/);
  }
});

test('the description and fields of a tool limit it: nothing is sent, the key is required, and confirm means approved', async () => {
  const world = await startWorld(sqliteHarness());
  const { tools } = await listFor(world, scopes);
  const [persona, usage, draft, handoff] = tools;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    'agent_get_persona',
    'agent_get_usage',
    'agent_draft_reply',
    'agent_create_handoff',
  ]);
  expect(Object.keys(persona.inputSchema.properties)).toEqual(['profileId']);
  expect(Object.keys(usage.inputSchema.properties)).toEqual([]);
  expect(draft.description).toMatch(/never sends anything.*requiresCreator is true, you must not send/s);
  expect(draft.inputSchema.required).toEqual(['profileId', 'message', 'idempotencyKey']);
  expect(handoff.description).toMatch(/sends nothing to the fan.*Ask the user first/s);
  expect(handoff.inputSchema.required).toEqual(['conversationId', 'confirm', 'idempotencyKey']);
  expect(handoff.inputSchema.properties.confirm.const).toBe(true);
  for (const { name, description, inputSchema } of [persona, draft, handoff])
    for (const id of ['profileId', 'conversationId'])
      if (inputSchema.required.includes(id)) expect(description, name).toContain(`Never guess a ${id}. Ask the user.`);
  expect(draft.outputSchema.properties.decision.properties.riskLevel.description).toContain(
    'blocked: reply is empty, except for a crisis, where it is the approved support phrase for the creator to send',
  );
});

test('for every set of scopes, a key sees exactly the tools in its scopes, and cannot call any others', async () => {
  const world = await startWorld(sqliteHarness());
  const nameOf: Record<(typeof scopes)[number], string> = {
    'persona:read': 'agent_get_persona',
    'usage:read': 'agent_get_usage',
    'replies:write': 'agent_draft_reply',
    'handoffs:write': 'agent_create_handoff',
  };
  for (let set = 1; set < 16; set += 1) {
    const granted = scopes.filter((_, index) => (set >> index) % 2 === 1);
    const { key } = await world.createKey({ scopes: granted });
    const { body } = await request(world, 'tools/list', undefined, { key });
    const listed = body.result.tools.map(({ name }: { name: string }) => name).sort();
    expect(listed).toEqual(granted.map((scope) => nameOf[scope]).sort());
    for (const scope of scopes.filter((each) => !granted.includes(each))) {
      const refused = await callTool(world, nameOf[scope], {}, { key });
      expect(refused.body).toMatchObject({ ok: false, error: 'agent_scope_missing', retryable: false });
      expect(refused.body.nextStep).toContain(scope);
    }
  }
});

test('no tool reaches another workspace: its profiles and conversations look unknown', async () => {
  const world = await startWorld(sqliteHarness());
  const other = 'ws_other';
  await world.importDocument({
    workspaces: [
      {
        id: other,
        name: 'Other',
        plan: 'agency',
        profiles: [{ id: 'prof_other', displayName: 'Other' }],
        conversations: [
          {
            id: 'conv_other',
            profileId: 'prof_other',
            messages: [{ direction: 'inbound', body: 'hi', sentAt: '2026-01-01T10:00:00Z' }],
          },
        ],
      },
    ],
  });
  const idempotencyKey = 'across-tenants';
  for (const [name, args, error] of [
    ['agent_get_persona', { profileId: 'prof_other' }, 'agent_profile_not_found'],
    ['agent_draft_reply', { profileId: 'prof_other', message: 'hello', idempotencyKey }, 'agent_profile_not_found'],
    [
      'agent_draft_reply',
      { profileId: 'prof_aurora', conversationId: 'conv_other', message: 'hello', idempotencyKey: 'across-two' },
      'agent_conversation_not_found',
    ],
    [
      'agent_create_handoff',
      { conversationId: 'conv_other', confirm: true, idempotencyKey },
      'agent_conversation_not_found',
    ],
  ] as const) {
    expect((await callTool(world, name, args)).body.error, name).toBe(error);
  }
});
