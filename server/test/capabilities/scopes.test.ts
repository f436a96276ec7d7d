import { expect, test } from 'vitest';
import type { Capability } from '../../src/capabilities/capability.ts';
import { createCapabilities } from '../../src/capabilities/create-capabilities.ts';
import { inboxScopes } from '../../src/capabilities/inboxes/inbox-scopes.ts';
import { claimOutbox, listOutbox, reportResult } from '../../src/capabilities/inboxes/outbox.ts';
import { takeKeyedEvents } from '../../src/capabilities/inboxes/take-events.ts';
import { type Actor, type Scope, scopes } from '../../src/domain/actor.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Store } from '../../src/store/port.ts';
import { constantEngine } from '../http/support/scripted-engine.ts';
import { testConfig } from '../support/world.ts';

/** Any use of this store fails the test, because the scope is checked first. */
const untouchable = new Proxy({} as Store, {
  get(_, name) {
    throw new Error(`the store's ${String(name)} was used`);
  },
});

function actorWithout(scope: Scope): Actor {
  return { workspaceId: 'ws_1', keyId: 'key_1', plan: 'agency', scopes: scopes.filter((held) => held !== scope) };
}

const capabilities = createCapabilities({
  store: untouchable,
  engine: constantEngine(),
  config: testConfig,
  log: createLog({ level: 'silent' }),
});

test.each(Object.entries(capabilities) as [string, Capability][])(
  '%s itself rejects a key without its scope, no matter which surface calls it',
  async (_, capability) => {
    const { scope } = capability;
    const refusal = {
      code: 'agent_scope_missing',
      message: `This API key lacks the scope ${scope}.`,
      details: { scope },
    };
    const call = { actor: actorWithout(scope), input: {}, idempotencyKey: 'scope-0001', requestId: 'req' };
    await expect(capability.run(call)).rejects.toMatchObject({ ...refusal, details: { scope } });
    expect(() => capability.authorize(call.actor)).toThrow(refusal.message);
    expect(() => capability.authorize({ ...call.actor, scopes: [scope] })).not.toThrow();
  },
);

const deps = { store: untouchable, claimMs: 1, retentionMs: null, seal: (text: string) => text };
const waiting = { isCallerGone: () => false, onWait: () => {} };

test.each<[keyof typeof inboxScopes, (actor: Actor) => Promise<unknown>]>([
  ['takeEvents', (actor) => takeKeyedEvents(deps, actor, {})],
  ['listOutbox', (actor) => listOutbox(deps, actor, {}, waiting)],
  ['claimOutbox', (actor) => claimOutbox(deps, actor, {}, 'claim-0001')],
  ['reportResult', (actor) => reportResult(deps, actor, 'out_1', {})],
])('%s of connected inboxes itself refuses a key without its scope', async (name, run) => {
  const scope = inboxScopes[name];
  await expect(run(actorWithout(scope))).rejects.toMatchObject({ code: 'agent_scope_missing', details: { scope } });
  await expect(run({ ...actorWithout(scope), scopes: [scope] })).rejects.toMatchObject({ code: 'invalid_request' });
});
