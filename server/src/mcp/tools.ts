import type { TSchema } from 'typebox';
import type { Capability } from '../capabilities/capability.ts';
import type { Capabilities } from '../capabilities/create-capabilities.ts';
import type { Scope } from '../domain/actor.ts';
import { IdempotencyKey } from '../domain/agent-contract.ts';

export interface AgentTool {
  readonly capability: Capability;
  /** The tool as `tools/list` shows it. */
  readonly listing: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: ObjectSchema;
    readonly outputSchema: ObjectSchema;
    readonly annotations: ToolAnnotations;
    readonly icons: { src: string; mimeType: string }[];
  };
}

type ObjectSchema = {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties?: boolean;
};
type JsonSchema = Record<string, JsonValue>;
type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const maxDescriptionCharacters = 200;

const errorFields = {
  error: { type: 'string' },
  message: { type: 'string' },
  requestId: { type: 'string' },
  retryable: { type: 'boolean' },
  nextStep: { type: 'string' },
};

const bubble = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M1 1h6v4H4L2 7V5H1z'/></svg>";
const icon = {
  src: `data:image/svg+xml;base64,${Buffer.from(bubble).toString('base64')}`,
  mimeType: 'image/svg+xml',
};

/** Returns every capability as an MCP tool. */
export function createTools(capabilities: Capabilities): AgentTool[] {
  return Object.values(capabilities).map(toolOf);
}

/** Returns the tools that a key with these scopes may see and call. */
export function allowedTools(tools: readonly AgentTool[], scopes: readonly Scope[]): AgentTool[] {
  return tools.filter((tool) => scopes.includes(tool.capability.scope));
}

function toolOf(capability: Capability): AgentTool {
  const { isWrite, tool } = capability;
  return {
    capability,
    listing: {
      ...tool,
      inputSchema: inputSchemaOf(capability),
      outputSchema: outputSchemaOf(capability.output),
      annotations: { readOnlyHint: !isWrite, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      icons: [icon],
    },
  };
}

function inputSchemaOf({ input, isWrite }: Capability): ObjectSchema {
  const { properties, required } = fieldsOf(input);
  return {
    type: 'object',
    properties: isWrite ? { ...properties, idempotencyKey: { ...IdempotencyKey } as JsonSchema } : properties, // TypeBox schemas are plain JSON Schema.
    required: isWrite ? [...required, 'idempotencyKey'] : required,
    additionalProperties: false,
  };
}

/**
 * Builds a tool's output schema. Clients also validate errors against it, so only `ok` is required, and all fields are
 * listed.
 */
function outputSchemaOf(output: TSchema): ObjectSchema {
  const { properties } = fieldsOf(output);
  return {
    type: 'object',
    properties: { ...brief(properties), ok: { type: 'boolean', description: 'false on failure' }, ...errorFields },
    required: ['ok'],
  };
}

/**
 * Shortens the schemas of an answer's fields to type and meaning, two levels deep, because models pay for reading the
 * tool list and the values are self-explanatory.
 */
function brief(properties: Record<string, JsonSchema>, depth = 1): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, briefSchema(schema, depth)]));
}

function briefSchema({ type, description, enum: values, properties }: JsonSchema, depth: number): JsonSchema {
  const inner =
    depth < 2 && typeof properties === 'object' ? brief(properties as Record<string, JsonSchema>, depth + 1) : null; // In JSON Schema, properties contain schemas.
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof description === 'string' ? { description: inBrief(description) } : {}),
    ...(values === undefined ? {} : { enum: values }),
    ...(inner === null ? {} : { properties: inner }),
  };
}

/** Shortens a description. The documentation contains the long lists of possible values. */
function inBrief(description: string): string {
  return description.length <= maxDescriptionCharacters ? description : (description.split(';')[0] ?? '');
}

function fieldsOf(schema: TSchema): { properties: Record<string, JsonSchema>; required: string[] } {
  // Every capability's input and output is an object schema; TypeBox keeps these two as plain JSON Schema.
  const { properties, required = [] } = schema as unknown as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  return { properties, required };
}
