import { createReceiverVerbs } from '../../admin/inboxes/receiver-verbs.ts';
import type { Config } from '../../config.ts';
import type { ConnectionKind } from '../../domain/inbox/kinds/kinds.ts';
import { printableText } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';
import { baseUrlOf, type SourceOptions, sourceOf } from './source-options.ts';

export async function createReceiver(
  terminal: Terminal,
  options: SourceOptions & { kind: ConnectionKind; json?: true },
): Promise<void> {
  const made = await withStore(terminal, async (store, config) => {
    const { view, create } = verbs(store, config);
    const { record, secrets } = await create({ ...sourceOf(terminal, options), kind: options.kind, workspaceId: null });
    return { ...view(record), secrets };
  });
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(made);
  const { bold, dim, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Receiver ${bold(made.receiverId)} of the kind ${made.kind}`);
  printer.line(`  ${dim('address')}  ${made.receiverUrl}`);
  for (const [name, secret] of Object.entries(made.secrets)) printer.line(`  ${dim(name)}  ${bold(secret)}`);
  if (Object.keys(made.secrets).length > 0) printer.line(`  ${yellow('Keep this now: it is shown this once.')}`);
}

export async function listReceivers(terminal: Terminal, options: { json?: true }): Promise<void> {
  const receivers = await lookAtStore(terminal, (store, config) => verbs(store, config).list());
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(receivers);
  if (receivers.length === 0) return printer.line('There is no receiver yet. "understudy receivers create" makes one.');
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'KIND' },
      { title: 'TRANSPORT' },
      { title: 'OWNER', canShrink: true },
      { title: 'CONNECTIONS' },
      { title: 'DROPPED' },
      { title: 'PROBLEM' },
    ],
    receivers.map(({ receiverId, kind, transport, workspaceId, connections, dropped, problem }) => [
      receiverId,
      kind,
      transport,
      printableText(workspaceId ?? 'operator'),
      String(connections),
      String(dropped),
      problem?.code ?? '',
    ]),
  );
}

function verbs(store: Store, config: Config) {
  const sealer = sealerOf(config.store, config.sealingKeys);
  return createReceiverVerbs({ store, sealer, baseUrl: baseUrlOf(config) });
}
