import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearestName } from './nearest-name.ts';
import { looksLikeName } from './printable.ts';

/** One fault: its place (`workspaces[0].profiles[2].id`; empty for the value itself) and a description. */
export interface Fault {
  readonly path: string;
  /** A complete phrase that names the place and the bound, but never quotes the text that was found. */
  readonly message: string;
}

/** How messages describe the value. */
export interface Wording {
  /** The value's own name in messages. */
  readonly subject: string;
  /** Whether messages quote the numbers and the unusual property names that were found. */
  readonly quotes: boolean;
  /** Returns a property's name as it appears in a path. */
  readonly nameOf: (name: string) => string;
}

/** Turns one schema error into a message that says what to change. */
export function faultOf(error: ErrorObject, wording: Wording): Fault {
  const path = pathOf(error, wording);
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    return { path, message: unknownProperty(error, wording) };
  }
  return { path, message: `${path === '' ? wording.subject : path} ${predicate(error, wording)}` };
}

/** Returns the place of an error in the value. For a missing or unknown property, this is the property's place. */
export function pathOf(error: ErrorObject, { nameOf }: Wording): string {
  const property: unknown =
    error.keyword === 'required' || error.keyword === 'dependentRequired'
      ? error.params['missingProperty']
      : (error.params['additionalProperty'] ?? error.params['unevaluatedProperty']);
  const parent = readPointer(error.instancePath, nameOf);
  if (typeof property !== 'string') return parent;
  const name = nameOf(property);
  return parent === '' ? name : `${parent}.${name}`;
}

function readPointer(pointer: string, nameOf: Wording['nameOf']): string {
  let path = '';
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(name)) path += `[${name}]`;
    else path += path === '' ? nameOf(name) : `.${nameOf(name)}`;
  }
  return path;
}

function unknownProperty(error: ErrorObject, { quotes, nameOf }: Wording): string {
  const name = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty']);
  const parent = readPointer(error.instancePath, nameOf);
  const known = Object.keys(
    isRecord(error.parentSchema) && isRecord(error.parentSchema['properties']) ? error.parentSchema['properties'] : {},
  );
  const nearest = nearestName(name, known);
  const place = parent === '' ? '' : ` in ${parent}`;
  const what = quotes || looksLikeName(name) ? `unknown property "${nameOf(name)}"` : 'an unknown property';
  return `${what}${place}${nearest === null ? '' : `; did you mean "${nearest}"?`}`;
}

function predicate(error: ErrorObject, { quotes }: Wording): string {
  const { keyword, params, data } = error;
  const limit: unknown = params['limit'];
  const found = quotes && typeof data === 'number' ? `; it is ${data}` : '';
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'type':
      return `must be ${typeNames(params['type'])}; it is ${quotes ? typeOf(data) : typeNameOf(data)}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters; it has ${codePoints(data)}`;
    case 'maxLength':
      return `must have at most ${limit} characters; it has ${codePoints(data)}`;
    case 'minItems':
      return `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}; it has ${sizeOf(data)}`;
    case 'maxItems':
      return `must have at most ${limit} items; it has ${sizeOf(data)}`;
    case 'uniqueItems':
      return `must not repeat an item; items ${params['j']} and ${params['i']} are the same`;
    case 'minimum':
      return `must be at least ${limit}${found}`;
    case 'maximum':
      return `must be at most ${limit}${found}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}${found}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}${found}`;
    case 'enum':
      return `must be one of ${list(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'format':
      return `must be ${formatNames[String(params['format'])] ?? `in the format ${params['format']}`}`;
    case 'pattern':
      return `must match the pattern ${params['pattern']}${exampleOf(error.parentSchema)}`;
    case 'anyOf':
    case 'oneOf':
      return 'does not match any of the allowed forms';
    default:
      return error.message ?? 'does not match its schema';
  }
}

const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'a date and time with its offset from UTC, such as 2026-01-31T09:30:00Z',
  date: 'a calendar date, such as 2026-01-31',
  uri: 'an absolute URI, such as https://example.com/page',
  email: 'an email address, such as name@example.com',
};

const typePhrases: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function typeNames(types: unknown): string {
  const names = Array.isArray(types) ? types : String(types).split(',');
  return names.map((name) => typePhrases[String(name)] ?? String(name)).join(' or ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isFinite(value) ? `the number ${value}` : 'not a finite number';
  if (typeof value === 'boolean') return String(value);
  return typePhrases[typeof value] ?? typeof value;
}

function typeNameOf(value: unknown): string {
  if (typeof value === 'boolean') return 'a boolean';
  return typeof value === 'number' ? 'a number' : typeOf(value);
}

function codePoints(value: unknown): number {
  let count = 0;
  for (const _ of String(value)) count += 1;
  return count;
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function list(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
    : '';
}

function exampleOf(schema: unknown): string {
  const examples = isRecord(schema) ? schema['examples'] : null;
  return Array.isArray(examples) && examples.length > 0 ? `, for example ${JSON.stringify(examples[0])}` : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
