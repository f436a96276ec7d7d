import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { type Capabilities, createCapabilities } from '../../../src/capabilities/create-capabilities.ts';
import { ErrorResponse } from '../../../src/domain/agent-contract.ts';
import { type ErrorCode, errorCatalogue } from '../../../src/lib/error-catalogue.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createTools } from '../../../src/mcp/tools.ts';
import { constantEngine } from '../../http/support/scripted-engine.ts';
import { type Answer, type CallOptions, testConfig, type World } from '../../support/world.ts';
import { callTool, request, type ToolAnswer } from './mcp-caller.ts';

/** One capability on both surfaces, derived from its descriptor. */
export interface Surface {
  readonly tool: string;
  readonly scope: string;
  readonly isWrite: boolean;
  /** The fields of a request in a given world. */
  readonly good: Fields;
  readonly path: string;
  readonly output: object;
}
export type Fields = Record<string, unknown>;

/** Fields that replace the fields of the descriptor's first example. */
const ownFields: Partial<Record<keyof Capabilities, Fields>> = {
  draftReply: { profileId: 'prof_aurora', message: 'do you ship to Brazil? 🏺 \u2028' },
  createHandoff: { conversationId: 'conv_maya', confirm: true },
};

/**
 * Returns every capability on both surfaces.
 * @throws if one of them has no fields for a request, or exists on only one surface
 */
export function surfacesOf({ store }: Pick<World, 'store'>): Record<keyof Capabilities, Surface> {
  const log = createLog({ level: 'silent' });
  const capabilities = createCapabilities({ store, engine: constantEngine(), config: testConfig, log });
  const tools = createTools(capabilities);
  expect(tools).toHaveLength(Object.keys(capabilities).length);
  const surfaceOf = (name: keyof Capabilities): Surface => {
    const capability = capabilities[name];
    const { listing } = tools.find((tool) => tool.capability === capability) ?? {};
    if (listing === undefined) throw new Error(`no tool offers ${name}`);
    const { scope, isWrite, output, path, openapi } = capability;
    const good = ownFields[name] ?? Object.values(openapi.requests)[0]?.value;
    return { tool: listing.name, scope, isWrite, good: Object(good), path, output };
  };
  // the keys are the capabilities' names
  const names = Object.keys(capabilities) as (keyof Capabilities)[];
  return Object.fromEntries(names.map((name) => [name, surfaceOf(name)])) as Record<keyof Capabilities, Surface>;
}

export function overRest(world: World, surface: Surface, fields: Fields, options: CallOptions): Promise<Answer> {
  if (surface.isWrite) return world.call('POST', surface.path, { body: fields, ...options });
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return world.call('GET', `${surface.path}?${query}`, options);
}

export function overMcp(world: World, surface: Surface, fields: Fields, options: CallOptions): Promise<ToolAnswer> {
  const { idempotencyKey, ...rest } = options;
  const args = typeof idempotencyKey === 'string' ? { ...fields, idempotencyKey } : fields;
  return callTool(world, surface.tool, args, rest);
}

/** Checks that both surfaces return an error with this code and the same message, each in its own format. */
export async function expectSameRefusal(
  world: World,
  surface: Surface,
  code: ErrorCode,
  fields: Fields,
  options: CallOptions = surface.isWrite ? { idempotencyKey: randomUUID() } : {},
): Promise<void> {
  const rest = await overRest(world, surface, fields, options);
  const mcp = await overMcp(world, surface, fields, options);
  const { status, retryable } = errorCatalogue[code];
  expect({ status: rest.status, error: rest.body?.error }, `${surface.tool}: ${rest.text}`).toEqual({
    status,
    error: code,
  });
  expect(mcp.isError).toBe(true);
  const { requestId, retryable: told, nextStep, ...envelope } = mcp.body;
  const { requestId: restId, ...restEnvelope } = rest.body;
  expect(envelope).toEqual(restEnvelope);
  expect(told).toBe(retryable);
  const [, waitSeconds = null] = /Wait (\d+) s/.exec(nextStep) ?? [];
  expect(waitSeconds, 'a model is told to wait for as long as a client').toBe(rest.headers.get('retry-after'));
  expect(requestId).toMatch(/^req_/);
  expect(requestId).not.toBe(restId);
  expect(JSON.parse(mcp.text)).toEqual(mcp.body);
  expectFits(await outputSchemaOf(world, surface), mcp.body);
  expectFits(ErrorResponse, { ...envelope, requestId });
}

/**
 * Checks that a success matches the output schema in the tool list and, field by field, the capability's own schema.
 */
export async function expectDeclared(world: World, surface: Surface, value: unknown): Promise<void> {
  expectFits(await outputSchemaOf(world, surface), value);
  expectFits(closed(surface.output), value);
}

async function outputSchemaOf(world: World, { tool }: Surface): Promise<object> {
  const { body } = await request(world, 'tools/list');
  return body.result.tools.find(({ name }: { name: string }) => name === tool).outputSchema;
}

function expectFits(schema: object, value: unknown): void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);
}

/** Returns the schema without support for undeclared fields. */
function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map((item) => (isObject(item) ? closed(item) : item));
  const entries = Object.entries(Object(schema)).map(([name, child]) => [
    name,
    isObject(child) ? closed(child) : child,
  ]);
  const isOpen = isObject(schema) && 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(entries), ...(isOpen ? { additionalProperties: false } : {}) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
