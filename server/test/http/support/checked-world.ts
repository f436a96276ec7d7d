import { randomUUID } from 'node:crypto';
import type { StoreHarness } from '../../support/store-harness.ts';
import { startWorld, type World, type WorldOptions } from '../../support/world.ts';
import { checkAgainstOpenApi } from './openapi-check.ts';
import { constantEngine } from './scripted-engine.ts';

/**
 * Starts a world in which every answer is checked against the OpenAPI description. By default, it uses a constant
 * engine.
 */
export async function startCheckedWorld(harness: StoreHarness, options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(harness, { engine: constantEngine(), ...options });
  const call: World['call'] = async (method, path, callOptions) => {
    const answer = await world.call(method, path, callOptions);
    checkAgainstOpenApi(method, path, answer);
    return answer;
  };
  const write = (path: string, body: Record<string, unknown>, callOptions: Parameters<World['call']>[2]) =>
    call('POST', path, { idempotencyKey: randomUUID(), body, ...callOptions });
  return {
    ...world,
    call,
    draft: (body = {}, callOptions = {}) =>
      write(
        '/api/v1/agent/draft',
        { profileId: 'prof_aurora', message: 'do you ship to Brazil?', ...body },
        callOptions,
      ),
    handoff: (body = {}, callOptions = {}) =>
      write('/api/v1/agent/handoff', { conversationId: 'conv_maya', confirm: true, ...body }, callOptions),
    persona: (profileId = 'prof_aurora', callOptions = {}) =>
      call('GET', `/api/v1/agent/persona?profileId=${encodeURIComponent(profileId)}`, callOptions),
    usage: (callOptions = {}) => call('GET', '/api/v1/agent/usage', callOptions),
  };
}
