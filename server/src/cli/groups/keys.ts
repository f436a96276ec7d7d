import { type Command, Option } from 'commander';
import { createKeyVerbs, type KeyView, type NewKeyView } from '../../admin/key-verbs.ts';
import type { Scope } from '../../domain/actor.ts';
import { agentScopes } from '../../domain/scopes.ts';
import { formatDuration } from '../../lib/duration.ts';
import { printableText } from '../../lib/printable.ts';
import { ago, minute } from '../ago.ts';
import { type AsJson, type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { duration, durationOrNone, scopeList, shortText } from '../option-values.ts';
import type { Column, Printer } from '../printer.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { keys: defineKeys };

function defineKeys(keys: Command, cli: Cli): void {
  defineGroup(keys, [
    [
      'keys create --workspace ws_aurora --name "Desk app" --scopes persona:read,replies:write',
      'a key for one integration',
    ],
    ['keys list', 'every key, without its secret'],
  ]);

  define(keys, {
    name: 'create',
    summary: 'Create a key and show it once',
    description:
      'Creates an API key and shows it once, because only its SHA-256 is stored. The scopes are persona:read, usage:read, replies:write and handoffs:write; "all" grants these four. Connected inboxes also have events:write, outbox:read and outbox:write, which you must list by name.',
    examples: [
      ['keys create -w ws_aurora --name Desk --scopes all', "a key with all of the agents' scopes"],
      ['keys create -w ws_aurora --name Trial --scopes persona:read --expires 90d', 'a key that expires by itself'],
    ],
  })
    .addOption(workspace())
    .requiredOption('-n, --name <name>', "the key's purpose", shortText(120))
    .requiredOption('-s, --scopes <list>', 'the permitted scopes, separated by commas; or all', scopeList)
    .option('-e, --expires <duration>', 'when it expires, such as 90d, 24h or 15m (default: never)', duration)
    .addOption(json())
    .action((options) => createKey(cli, options));

  define(keys, {
    name: 'list',
    summary: 'List keys, newest first',
    examples: [['keys list --workspace ws_aurora', 'lists the keys of one workspace']],
  })
    .addOption(workspace().makeOptionMandatory(false))
    .addOption(json())
    .action((options) => listKeys(cli, options));

  define(keys, {
    name: 'revoke <id>',
    summary: 'Revoke a key immediately, on every process',
    examples: [['keys revoke key_4d1s9n', 'revokes the key with this id']],
  })
    .addOption(json())
    .action((id, options) => revokeKey(cli, { id, ...options }));

  define(keys, {
    name: 'rotate <id>',
    summary: 'Create a successor with the same scopes; the old key stays valid for the overlap',
    examples: [['keys rotate key_4d1s9n --overlap 7d', 'leaves a week to install the new key']],
  })
    .addOption(
      new Option('-o, --overlap <duration>', 'how long both keys are valid; 0 revokes the old key immediately')
        .argParser(durationOrNone)
        .default(86_400_000, '24h'),
    )
    .addOption(json())
    .action((id, options) => rotateKey(cli, { id, ...options }));
}

async function createKey(
  cli: Cli,
  options: OfWorkspace & { name: string; scopes: readonly Scope[]; expires?: number },
): Promise<void> {
  const key = await withStore(cli, (store, { maxKeys }) =>
    createKeyVerbs({ store, now: Date.now, maxActive: maxKeys }).create({
      workspaceId: options.workspace,
      name: options.name,
      scopes: options.scopes,
      lifetimeMs: options.expires ?? null,
    }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(key);
  showNewKey(printer, key);
}

async function listKeys(cli: Cli, options: AsJson & { workspace?: string }): Promise<void> {
  const keys = await readStore(cli, (store) =>
    createKeyVerbs({ store, now: Date.now }).list({ workspaceId: options.workspace ?? null }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(keys);
  if (keys.length === 0) {
    return printer.line(
      'There are no keys yet. Create one: understudy keys create --workspace ID --name NAME --scopes all',
    );
  }
  const now = Date.now();
  printer.table(
    columns,
    keys.map((key) => row(key, now)),
  );
}

async function revokeKey(cli: Cli, options: AsJson & { id: string }): Promise<void> {
  const key = await withStore(cli, (store) => createKeyVerbs({ store, now: Date.now }).revoke({ keyId: options.id }));
  const { printer } = cli;
  if (options.json) return printer.json(key);
  printer.line(
    `${printer.colours.green('✓')} Key ${key.id} (${printableText(key.name)}) is revoked and can no longer be used.`,
  );
}

async function rotateKey(cli: Cli, options: AsJson & { id: string; overlap: number }): Promise<void> {
  const rotated = await withStore(cli, (store, { maxKeys }) =>
    createKeyVerbs({ store, now: Date.now, maxActive: maxKeys }).rotate({
      keyId: options.id,
      overlapMs: options.overlap,
    }),
  );
  const { printer } = cli;
  const { successor, previous } = rotated;
  if (options.json) return printer.json({ ...successor, previous });
  showNewKey(printer, successor);
  const end =
    options.overlap === 0
      ? 'is revoked'
      : `expires in ${formatDuration(options.overlap)} at most (${minute(previous.expiresAt ?? '')} UTC)`;
  printer.line(`  The old key ${previous.id} ${end}.`);
}

function showNewKey(printer: Printer, key: NewKeyView): void {
  const { bold, dim, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Key ${bold(printableText(key.name))} for workspace ${key.workspaceId}`);
  printer.line();
  printer.line(`  ${bold(key.key)}`);
  printer.line();
  printer.line(`  ${yellow('Save it now: it is shown only once.')}`);
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
