import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const entry = JSON.parse(readFileSync(join(root, 'server.json'), 'utf8'));
const [remote] = entry.remotes;

test('the registry entry is within the limits of the registry', () => {
  expect(entry.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
  expect(entry.name).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]\/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.title.length).toBeLessThanOrEqual(100);
});

test('the registry entry has the version of the product', () => {
  expect(entry.version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});

test('the registry entry says what to fill in, and that the key is a secret', () => {
  expect(remote).toMatchObject({ type: 'streamable-http', url: 'https://{host}/mcp' });
  expect(Object.keys(remote.variables)).toEqual(['host']);
  const [authorization] = remote.headers;
  expect(authorization).toMatchObject({ name: 'Authorization', value: 'Bearer {api_key}', isSecret: true });
  expect(Object.keys(authorization.variables)).toEqual(['api_key']);
  expect(authorization.variables.api_key).toMatchObject({ isRequired: true, isSecret: true });
});
