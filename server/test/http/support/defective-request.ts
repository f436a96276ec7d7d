import { randomUUID } from 'node:crypto';
import { scopes } from '../../../src/domain/actor.ts';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { createApiKey } from '../../../src/lib/secrets.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { type Answer, sampleWorkspace, testConfig, type World, type WorldOptions } from '../../support/world.ts';
import { startCheckedWorld } from './checked-world.ts';
import type { Check, Operation } from './defects.ts';

export interface DefectiveWorld {
  readonly world: World;
  /** Creates a workspace. `request` sends a valid draft to it, always with the same idempotency key. */
  tenant(): Promise<{
    workspaceId: string;
    request(): Promise<Answer>;
    importWorkspace(entry: Partial<WorkspaceEntry>): Promise<void>;
  }>;
}

const failures = 3;
let addresses = 0;

/** Starts a world that trusts X-Forwarded-For, so that each request can come from a different address. */
export async function startDefectiveWorld(harness: StoreHarness, options: WorldOptions = {}): Promise<DefectiveWorld> {
  const world = await startCheckedWorld(harness, {
    ...options,
    config: {
      trustedProxies: ['127.0.0.1'],
      failedAuthenticationsPerMinute: failures,
      plans: { ...testConfig.plans, creator: { requestsPerMinute: 1, monthlyReplies: 1_000 } },
    },
  });
  return {
    world,
    tenant: async () => {
      const workspaceId = await freshWorkspace(world, {});
      const { key } = await world.createKey({ workspaceId });
      return {
        workspaceId,
        request: () =>
          world.draft({}, { key, idempotencyKey: 'one-logical-write', headers: { 'x-forwarded-for': freshAddress() } }),
        importWorkspace: (entry) =>
          world.importDocument({ workspaces: [{ ...sampleWorkspace(workspaceId), ...entry }] }),
      };
    },
  };
}

/** Sends a write that is valid except for `defects`, to a new workspace and from a new address. */
export async function sendDefective(
  { world }: DefectiveWorld,
  operation: Operation,
  defects: readonly Check[],
): Promise<Answer> {
  const fails = (check: Check) => defects.includes(check);
  const address = freshAddress();
  const from = { 'x-forwarded-for': address };
  const plan = fails('keyRate') ? 'creator' : 'agency';
  const workspaceId = await freshWorkspace(world, { plan });
  const { key } = await world.createKey({ workspaceId, scopes: fails('scope') ? ['persona:read'] : scopes });
  const idempotencyKey = randomUUID();

  if (fails('record')) {
    const { key: other } = await world.createKey({ workspaceId });
    await world[operation](
      { ...(operation === 'draft' ? { message: 'another message' } : { reason: 'another reason' }) },
      { key: other, idempotencyKey },
    );
  }
  if (fails('keyRate')) await world.usage({ key });
  if (fails('workspace') || fails('allowance')) {
    const status = fails('workspace') ? 'inactive' : 'active';
    await world.importDocument({
      workspaces: [
        { ...sampleWorkspace(workspaceId), plan, status, ...(fails('allowance') ? { monthlyReplies: 0 } : {}) },
      ],
    });
  }
  if (fails('address')) {
    for (let count = 0; count < failures; count += 1) await world.usage({ key: 'mistyped', headers: from });
  }

  const token = fails('key') ? createApiKey().key : key;
  const path = fails('route') ? '/api/v1/agent/nothing' : `/api/v1/agent/${operation}`;
  const method = fails('method') ? 'PUT' : 'POST';
  return world.call(method, path, {
    key: null,
    headers: {
      ...from,
      authorization: fails('credential') ? `Basic ${token}` : `Bearer ${token}`,
      ...(fails('origin') ? { origin: 'https://elsewhere.example' } : {}),
      'content-type': fails('contentType') ? 'text/plain' : 'application/json',
      ...(fails('idempotencyKey') ? {} : { 'idempotency-key': idempotencyKey }),
    },
    rawBody: bodyOf(operation, fails),
  });
}

function bodyOf(operation: Operation, fails: (check: Check) => boolean): string {
  const fields = {
    ...(operation === 'draft'
      ? { profileId: fails('resource') ? 'prof_nowhere' : 'prof_aurora', message: 'do you ship to Brazil?' }
      : {
          conversationId: fails('resource') ? 'conv_nowhere' : 'conv_maya',
          ...(fails('confirm') ? {} : { confirm: true }),
        }),
    ...(fails('fields') ? { unknownField: 1 } : {}),
  };
  const text = fails('json') ? JSON.stringify(fields).slice(0, -1) : JSON.stringify(fields);
  return fails('size') ? text + ' '.repeat(32 * 1_024) : text;
}

async function freshWorkspace(world: World, entry: Partial<WorkspaceEntry>): Promise<string> {
  const id = `ws_${randomUUID()}`;
  await world.importDocument({ workspaces: [{ ...sampleWorkspace(id), ...entry, id }] });
  return id;
}

function freshAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
