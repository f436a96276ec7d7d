import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportDeclarationSpecifier, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../../src');
const networkModules = ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises'].flatMap((name) => [
  name,
  `node:${name}`,
]);
const clients = ['imapflow', 'undici', 'nodemailer', 'pg', 'ws', '@opentelemetry/exporter-trace-otlp-http'];

const harmlessNames = ['isIP', 'isIPv4', 'isIPv6', 'STATUS_CODES', 'METHODS', 'createServer'];

/** This module uses a socket for the standard error pipe, which is already open. It opens no connection. */
const ownPipe = 'lib/log-lines.ts';

/**
 * Code that may open a connection: deliveries of a creator's own notifications, the operator's own language model,
 * database and collector of traces, `doctor`, the code that asks providers for messages, the code that looks up a
 * domain's DNS record, and the simulator, which writes to the operator's own service.
 */
const mayReachOut = [
  'jobs/',
  'pull/',
  'models/',
  'store/postgres/',
  'admin/pages/look-up-txt.ts',
  'cli/doctor/',
  'cli/simulate/post-event.ts',
  'telemetry/span-exporter.ts',
];

test("nothing leaves the service except a creator's own notification and the data for the operator's own model and collector", () => {
  const reaching = globSync('**/*.ts', { cwd: sources })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => waysOut(file, readFileSync(join(sources, file), 'utf8')).length > 0);
  expect(reaching.filter((file) => !mayReachOut.some((room) => file.startsWith(room)))).toEqual([ownPipe]);
  expect(readFileSync(join(sources, ownPipe), 'utf8'), 'it opens no connection').not.toMatch(/connect\(/);
  expect(reaching.some((file) => file.startsWith('jobs/'))).toBe(true);
});

test.each([
  "import { connect } from 'node:net';",
  "import nodemailer from 'nodemailer';",
  "const { request } = await import('node:https');",
  "await fetch('https://social.example/send');",
  "await globalThis.fetch('https://social.example/send');",
  "new WebSocket('wss://social.example');",
])('a planted outbound connection in a module is found: %s', (source) => {
  expect(waysOut('drafting/engine.ts', source)).toHaveLength(1);
});

test('a type or a constant of a network module does not count as outbound', () => {
  const source = "import type { Socket } from 'node:net'; import { isIP, type Server } from 'node:net';";
  expect(waysOut('http/client-error.ts', source)).toEqual([]);
});

/** Returns the modules and globals with which a source file could open a connection. */
function waysOut(file: string, source: string): string[] {
  const found: string[] = [];
  const note = (name: unknown) => {
    if (typeof name === 'string' && [...networkModules, ...clients].includes(name)) found.push(name);
  };
  const isGlobalClient = (name: string) => name === 'fetch' || name === 'WebSocket' || name === 'EventSource';
  new Visitor({
    ImportDeclaration: (node) => {
      const isHarmless = node.specifiers.length > 0 && node.specifiers.every(cannotReachOut);
      if (node.importKind !== 'type' && !isHarmless) note(node.source.value);
    },
    ImportExpression: (node) => note('value' in node.source ? node.source.value : null),
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'Identifier' && isGlobalClient(callee.name)) found.push(callee.name);
      const isGlobal =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'globalThis';
      if (isGlobal && callee.property.type === 'Identifier' && isGlobalClient(callee.property.name))
        found.push('fetch');
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && isGlobalClient(node.callee.name)) found.push(node.callee.name);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

function cannotReachOut(specifier: ImportDeclarationSpecifier): boolean {
  if (specifier.type !== 'ImportSpecifier') return false;
  const name = specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
  return specifier.importKind === 'type' || harmlessNames.includes(name);
}
