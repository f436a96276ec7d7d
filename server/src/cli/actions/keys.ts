import { createKeyVerbs, type KeyView, type NewKeyView } from '../../admin/key-verbs.ts';
import type { Scope } from '../../domain/actor.ts';
import { agentScopes } from '../../domain/scopes.ts';
import { formatDuration } from '../../lib/duration.ts';
import { printableText } from '../../lib/printable.ts';
import { ago, minute } from '../ago.ts';
import { type Column, createPrinter, type Printer } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

export async function createKey(
  terminal: Terminal,
  options: { workspace: string; name: string; scopes: readonly Scope[]; expires?: number; json?: true },
): Promise<void> {
  const key = await withStore(terminal, (store, { maxKeys }) =>
    createKeyVerbs({ store, now: Date.now, maxActive: maxKeys }).create({
      workspaceId: options.workspace,
      name: options.name,
      scopes: options.scopes,
      lifetimeMs: options.expires ?? null,
    }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(key);
  showNewKey(printer, key);
}

export async function listKeys(terminal: Terminal, options: { workspace?: string; json?: true }): Promise<void> {
  const keys = await lookAtStore(terminal, (store) =>
    createKeyVerbs({ store, now: Date.now }).list({ workspaceId: options.workspace ?? null }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(keys);
  if (keys.length === 0) {
    return printer.line(
      'There is no key yet. Make one: understudy keys create --workspace ID --name NAME --scopes all',
    );
  }
  const now = Date.now();
  printer.table(
    columns,
    keys.map((key) => row(key, now)),
  );
}

export async function revokeKey(terminal: Terminal, options: { id: string; json?: true }): Promise<void> {
  const key = await withStore(terminal, (store) =>
    createKeyVerbs({ store, now: Date.now }).revoke({ keyId: options.id }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(key);
  printer.line(
    `${printer.colours.green('✓')} Key ${key.id} (${printableText(key.name)}) is revoked: it no longer opens anything.`,
  );
}

export async function rotateKey(
  terminal: Terminal,
  options: { id: string; overlap: number; json?: true },
): Promise<void> {
  const rotated = await withStore(terminal, (store, { maxKeys }) =>
    createKeyVerbs({ store, now: Date.now, maxActive: maxKeys }).rotate({
      keyId: options.id,
      overlapMs: options.overlap,
    }),
  );
  const printer = createPrinter(terminal);
  const { successor, previous } = rotated;
  if (options.json) return printer.json({ ...successor, previous });
  showNewKey(printer, successor);
  const end =
    options.overlap === 0
      ? 'has ended'
      : `ends in ${formatDuration(options.overlap)} at most (${minute(previous.expiresAt ?? '')} UTC)`;
  printer.line(`  The old key ${previous.id} ${end}.`);
}

function showNewKey(printer: Printer, key: NewKeyView): void {
  const { bold, dim, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Key ${bold(printableText(key.name))} for workspace ${key.workspaceId}`);
  printer.line();
  printer.line(`  ${bold(key.key)}`);
  printer.line();
  printer.line(`  ${yellow('Keep it now: it is shown this once.')}`);
  printer.line(`  ${dim('id')}      ${key.id}`);
  printer.line(`  ${dim('scopes')}  ${key.scopes.join(', ')}`);
  printer.line(`  ${dim('ends')}    ${key.expiresAt === null ? 'never' : `${minute(key.expiresAt)} UTC`}`);
}

const columns: readonly Column[] = [
  { title: 'ID' },
  { title: 'NAME', canShrink: true },
  { title: 'WORKSPACE', canShrink: true },
  { title: 'SCOPES', canShrink: true },
  {
    title: 'STATE',
    paint: (cell, { green, red, yellow }) =>
      cell === 'active' ? green(cell) : cell === 'revoked' ? red(cell) : yellow(cell),
  },
  { title: 'MADE' },
  { title: 'ENDS' },
  { title: 'LAST USED' },
  { title: 'REQUESTS', align: 'right' },
];

function row(key: KeyView, now: number): string[] {
  return [
    key.id,
    printableText(key.name),
    key.workspaceId,
    isAll(key.scopes) ? 'all' : key.scopes.join(' '),
    key.state,
    ago(key.createdAt, now),
    endOf(key, now),
    ago(key.lastUsedAt, now),
    String(key.requests),
  ];
}

function isAll(scopes: readonly Scope[]): boolean {
  return scopes.length === agentScopes.length && agentScopes.every((scope) => scopes.includes(scope));
}

function endOf({ revokedAt, expiresAt }: KeyView, now: number): string {
  if (revokedAt !== null) return ago(revokedAt, now);
  return expiresAt === null ? 'never' : ago(expiresAt, now);
}
