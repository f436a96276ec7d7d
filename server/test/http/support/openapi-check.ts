import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { buildOpenApi } from '../../../src/http/openapi.ts';
import type { Answer } from '../../support/world.ts';
import { expectCommonHeaders, expectEnvelope } from './refusals.ts';

type Json = Record<string, unknown>;

const root = 'https://understudy.test/openapi.json';
const description = asRecord(JSON.parse(JSON.stringify(buildOpenApi({ serverUrl: null }))));
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(description, root);
const compiled = new Map<string, ValidateFunction>();

/**
 * Checks that the OpenAPI description contains this answer for the method and path: its status, its content type, and a
 * matching body. The answer to an undescribed request (an unknown path or method) must be the error envelope, except on
 * /readyz.
 */
export function checkAgainstOpenApi(method: string, target: string, answer: Answer): void {
  expectCommonHeaders(answer);
  const path = target.split('?')[0] ?? '';
  const operation = asRecord(asRecord(asRecord(description['paths'])[path])[method.toLowerCase()]);
  const responses = operation['responses'];
  if (responses === undefined) {
    if (answer.status >= 400 && method !== 'HEAD' && path !== '/readyz') expectEnvelope(answer);
    return;
  }
  const place = `${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`;
  expect(Object.keys(asRecord(responses)), place).toContain(String(answer.status));
  const pointer = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
  const response = follow(pointer);
  const content = asRecord(response.value['content']);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (Object.keys(content).length === 0) return;
  expect(Object.keys(content), place).toContain(type);
  if (type !== 'application/json' || asRecord(content[type])['schema'] === undefined) return;
  const validate = validatorAt([...response.pointer, 'content', type, 'schema']);
  expect(validate(answer.body) ? [] : validate.errors, place).toEqual([]);
  if (answer.status >= 400 && path.startsWith('/api/')) expectEnvelope(answer);
}

/** Returns the value at a pointer. If the value is a reference, follows it and returns the real location. */
function follow(pointer: readonly string[]): { pointer: readonly string[]; value: Json } {
  const value = pointer.reduce<Json>((current, part) => asRecord(current[part]), description);
  const reference = value['$ref'];
  return typeof reference === 'string' ? follow(reference.replace(/^#\//, '').split('/')) : { pointer, value };
}

function validatorAt(pointer: readonly string[]): ValidateFunction {
  const fragment = pointer
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const known = compiled.get(fragment);
  if (known !== undefined) return known;
  const validate = ajv.compile({ $ref: `${root}#/${fragment}` });
  compiled.set(fragment, validate);
  return validate;
}

function asRecord(value: unknown): Json {
  // A missing branch of the description counts as empty; every other value along the pointer is an object.
  return (value ?? {}) as Json;
}
