import { createConnectionVerbs } from '../../admin/inboxes/connection-verbs.ts';
import type { Config } from '../../config.ts';
import type { ConnectionKind } from '../../domain/inbox/kinds/kinds.ts';
import { printableText } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { ago, minute } from '../ago.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';
import { baseUrlOf, type SourceOptions, sourceOf } from './source-options.ts';

export interface CreateConnectionOptions extends SourceOptions {
  readonly workspace: string;
  readonly profile: string;
  readonly kind: ConnectionKind;
  readonly id?: string;
  readonly name?: string;
  readonly channel?: string;
  readonly mode?: 'review' | 'ready';
  readonly quietSeconds?: number;
  readonly maxWaitSeconds?: number;
  readonly humanLockSeconds?: number;
  readonly replyWindowHours?: number;
  readonly keepUnreadable?: true;
  readonly receiver?: string;
  readonly json?: true;
}

export async function createConnection(terminal: Terminal, options: CreateConnectionOptions): Promise<void> {
  const { workspace: workspaceId, profile: profileId, json, receiver, ...rest } = options;
  const source = { ...sourceOf(terminal, options), ...(receiver !== undefined && { receiverId: receiver }) };
  const made = await withStore(terminal, (store, config) =>
    verbs(store, config).create({ workspaceId, profileId, ...rest, ...source }),
  );
  const printer = createPrinter(terminal);
  if (json) return printer.json(made);
  const { bold, dim, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Connection ${bold(printableText(made.name))} for ${made.profileId}`);
  printer.line();
  if (made.secret === undefined) return showSource(printer, made);
  printer.line(`  ${dim('address')}  ${made.receiverUrl}`);
  printer.line(`  ${dim('secret')}   ${bold(made.secret)}`);
  printer.line(`  ${yellow('Keep the secret now: it is shown this once.')}`);
}

export async function configureConnection(
  terminal: Terminal,
  options: SourceOptions & { id: string; workspace: string; json?: true },
): Promise<void> {
  const of = { workspaceId: options.workspace, connectionId: options.id, ...sourceOf(terminal, options) };
  const configured = await withStore(terminal, (store, config) => verbs(store, config).configure(of));
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(configured);
  const { bold, green } = printer.colours;
  printer.line(`${green('✓')} Connection ${bold(printableText(configured.name))}`);
  printer.line();
  showSource(printer, configured);
}

/** What the creator does next, with the secrets that are shown this once. */
function showSource(
  printer: ReturnType<typeof createPrinter>,
  { secrets = {}, steps = [] }: { secrets?: Readonly<Record<string, string>>; steps?: readonly string[] },
): void {
  for (const [index, step] of steps.entries()) printer.line(`  ${index + 1}. ${printableText(step)}`);
  if (Object.keys(secrets).length === 0) return;
  printer.line();
  for (const [name, secret] of Object.entries(secrets)) {
    printer.line(`  ${printer.colours.dim(name)}  ${printer.colours.bold(secret)}`);
  }
  printer.line(`  ${printer.colours.yellow('Keep this now: it is shown this once.')}`);
}

export async function listConnections(terminal: Terminal, options: { workspace: string; json?: true }): Promise<void> {
  const connections = await lookAtStore(terminal, (store, config) =>
    verbs(store, config).list({ workspaceId: options.workspace }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(connections);
  if (connections.length === 0)
    return printer.line('There is no connection yet. "understudy connections create" makes one.');
  const now = Date.now();
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'KIND' },
      { title: 'PROFILE', canShrink: true },
      { title: 'MODE' },
      { title: 'STATE', paint: (cell, { green, yellow }) => (cell === 'active' ? green(cell) : yellow(cell)) },
      { title: 'LAST EVENT' },
    ],
    connections.map(({ id, kind, profileId, mode, state, lastEventAt }) => [
      printableText(id),
      kind,
      printableText(profileId),
      mode,
      state,
      ago(lastEventAt, now),
    ]),
  );
}

export async function renewSecret(
  terminal: Terminal,
  options: { id: string; workspace: string; overlap: number; json?: true },
): Promise<void> {
  const of = { workspaceId: options.workspace, connectionId: options.id, overlapMs: options.overlap };
  const renewed = await withStore(terminal, (store, config) => verbs(store, config).renewSecret(of));
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(renewed);
  printer.line(`  ${printer.colours.bold(renewed.secret)}`);
  printer.line(`  ${printer.colours.yellow('Keep it now: it is shown this once.')}`);
  if (renewed.previousEndsAt !== null)
    printer.line(`  The previous one ends at ${minute(renewed.previousEndsAt)} UTC.`);
}

export async function setConnectionState(
  terminal: Terminal,
  options: { id: string; action: 'pause' | 'resume' | 'remove'; workspace: string; json?: true },
): Promise<void> {
  const { id: connectionId, action, workspace: workspaceId } = options;
  const set = await withStore(terminal, (store, config) =>
    verbs(store, config).setState({ workspaceId, connectionId, action }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(set);
  printer.line(`${printer.colours.green('✓')} ${printableText(set.id)} is ${set.after} (it was ${set.before}).`);
}

function verbs(store: Store, config: Config) {
  const baseUrl = baseUrlOf(config);
  return createConnectionVerbs({ store, sealer: sealerOf(config.store, config.sealingKeys), baseUrl });
}
