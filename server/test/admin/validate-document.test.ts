import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDemoDocument } from '../../src/admin/demo-document.ts';
import { validateDocument } from '../../src/admin/documents/validate-document.ts';
import { workspaceSchemaText } from '../../src/admin/documents/workspace-schema.ts';
import { OperatorError } from '../../src/lib/errors.ts';

const root = join(import.meta.dirname, '../../..');

function faultsOf(workspaces: unknown): readonly string[] {
  try {
    validateDocument({ workspaces }, 'a.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.faults.length > 0 ? error.faults : [error.message];
  }
}

const workspace = (more: object = {}) => ({ id: 'ws', name: 'W', plan: 'creator', ...more });
const profile = (persona: object) => workspace({ profiles: [{ id: 'p', displayName: 'P', persona }] });
const message = (more: object = {}) => ({ direction: 'inbound', body: 'hi', sentAt: '2026-01-01T00:00:00Z', ...more });

test('a profile can have 20,000 training phrases including near misses; one more is rejected with profile, count, limit and remedy', () => {
  const phrases = (count: number) => Array.from({ length: count }, (_, index) => `phrase ${index}`);
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `f${index}`,
      text: 'a',
      aliases: phrases(100),
      nearMisses: phrases(50),
    }));
  const full = { facts: items(100), offers: [{ id: 'o', name: 'n', text: 't', aliases: phrases(0) }] };
  const rest = Array.from({ length: 50 }, (_, index) => ({ id: `r${index}`, text: 'a', aliases: phrases(100) }));
  expect(faultsOf([profile({ ...full, facts: [...full.facts, ...rest] })])).toEqual([]);
  const over = { facts: [...full.facts, ...rest], offers: [{ id: 'o', name: 'n', text: 't', nearMisses: ['x'] }] };
  expect(faultsOf([profile(over)])).toEqual([
    'workspaces[0].profiles[0].persona (profile "p") has 20,001 training phrases (aliases and near misses together), but a profile may have at most 20,000. Remove at least 1 from the items that have the most',
  ]);
});

test.each([
  ['a workspace twice', [workspace(), workspace()], ['workspaces[1].id "ws" is already the id of workspaces[0]']],
  [
    'a profile twice',
    [
      workspace({
        profiles: [
          { id: 'p', displayName: 'A' },
          { id: 'p', displayName: 'B' },
        ],
      }),
    ],
    ['workspaces[0].profiles[1].id "p" is already the id of workspaces[0].profiles[0]'],
  ],
  [
    'a conversation twice',
    [
      workspace({
        conversations: [
          { id: 'c', profileId: 'p' },
          { id: 'c', profileId: 'p' },
        ],
      }),
    ],
    ['workspaces[0].conversations[1].id "c" is already the id of workspaces[0].conversations[0]'],
  ],
  [
    'an item of the persona twice, even of two kinds',
    [profile({ facts: [{ id: 'x', text: 'a' }], offers: [{ id: 'x', name: 'n', text: 't' }] })],
    [
      'workspaces[0].profiles[0].persona.offers[0].id "x" is already the id of workspaces[0].profiles[0].persona.facts[0]',
    ],
  ],
  [
    'one id for two different messages',
    [
      workspace({
        conversations: [
          { id: 'c', profileId: 'p', messages: [message({ id: 'm' }), message({ id: 'm', body: 'else' })] },
        ],
      }),
    ],
    ['workspaces[0].conversations[0].messages[1].id "m" is already the id of messages[0], with different contents'],
  ],
  [
    'times that end before they begin',
    [
      profile({
        facts: [{ id: 'x', text: 'a', validFrom: '2026-02-01T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' }],
      }),
    ],
    ['workspaces[0].profiles[0].persona.facts[0].validUntil must be later than validFrom'],
  ],
  [
    'every fault of the schema at once',
    [workspace({ plan: 'gold', monthlyReplies: -1, allowedOrigins: ['https://a.example/path'], extra: 1 })],
    [
      'unknown property "extra" in workspaces[0]',
      'workspaces[0].plan must be one of creator, studio, agency',
      'workspaces[0].monthlyReplies must be at least 0; it is -1',
      'workspaces[0].allowedOrigins[0] must match the pattern ^https?://[^/?#\\s@]+$, for example "https://desk.aurora.example"',
    ],
  ],
  [
    'what the schema tells and what it cannot tell, at once',
    [
      workspace({ plan: 'gold', profiles: 'none' }),
      'no workspace',
      profile({ facts: [{ id: 'x' }, { id: 'x', text: 'b', validFrom: 'soon', validUntil: '2026-01-01T00:00:00Z' }] }),
    ],
    [
      'workspaces[0].plan must be one of creator, studio, agency',
      'workspaces[0].profiles must be an array; it is a string',
      'workspaces[1] must be an object; it is a string',
      'workspaces[2].id "ws" is already the id of workspaces[0]',
      'workspaces[2].profiles[0].persona.facts[0].text is required',
      'workspaces[2].profiles[0].persona.facts[1].id "x" is already the id of workspaces[2].profiles[0].persona.facts[0]',
      'workspaces[2].profiles[0].persona.facts[1].validFrom must be a date and time with its offset from UTC, such as 2026-01-31T09:30:00Z',
    ],
  ],
  [
    'a NUL and half a character',
    [workspace({ name: 'a\0' }), workspace({ id: 'ws2', name: '\ud83d' })],
    [
      'workspaces[0].name must not contain a NUL character',
      'workspaces[1].name must not contain half of a surrogate pair (text that is not valid Unicode)',
    ],
  ],
  [
    'a property named __proto__',
    JSON.parse('[{"id":"ws","name":"W","plan":"creator","__proto__":{}}]'),
    ['unknown property "__proto__" in workspaces[0]'],
  ],
])('%s is reported with its path', (_, workspaces, faults) => {
  expect([...faultsOf(workspaces)].sort()).toEqual([...faults].sort());
});

test('the same message twice counts as one message, and is not an error', () => {
  const conversation = {
    id: 'c',
    profileId: 'p',
    messages: [message({ id: 'm' }), message({ id: 'm' }), message(), message()],
  };
  expect(faultsOf([workspace({ conversations: [conversation] })])).toEqual([]);
});

test('the first two hundred of many errors are listed, and the rest are counted', () => {
  const messages = Array.from({ length: 1_000 }, () => message({ body: '' }));
  const faults = faultsOf([workspace({ conversations: [{ id: 'c', profileId: 'p', messages }] })]);
  expect(faults).toHaveLength(201);
  expect(faults[0]).toBe(
    'workspaces[0].conversations[0].messages[0].body must not be empty, unless the message has attachments',
  );
  expect(faults.at(-1)).toBe('… and 800 more');
});

test('the published schema for editors is the one that imports are validated with', () => {
  expect(readFileSync(join(root, 'workspace-document.schema.json'), 'utf8')).toBe(workspaceSchemaText());
});

test('the demo is a valid document, and its newest message is minutes old', async () => {
  const now = Date.UTC(2030, 5, 1);
  const [demo] = (await readDemoDocument(now)).workspaces;
  expect(demo?.profiles).toHaveLength(2);
  expect(demo?.conversations).toHaveLength(30);
  const times = (demo?.conversations ?? []).flatMap(({ messages = [] }) =>
    messages.map(({ sentAt }) => Date.parse(sentAt)),
  );
  expect(Math.max(...times)).toBe(now - 180_000);
});
