import { requireWorkspace } from '../../admin/require-workspace.ts';
import { autonomies, isWithheld, type ProposalOutcome } from '../../domain/autonomy.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

interface Of {
  readonly workspace: string;
  readonly json?: true;
}

export async function showAutonomy(terminal: Terminal, { workspace, json }: Of): Promise<void> {
  const record = await lookAtStore(terminal, async (store) => {
    await requireWorkspace(store, workspace);
    return store.autonomy({ workspaceId: workspace });
  });
  if (record === null) throw new OperatorError(`There is no workspace "${printableName(workspace)}".`);
  const items = record.items.map((item) => ({ ...item, isWithheld: isWithheld(item) }));
  const printer = createPrinter(terminal);
  if (json) return printer.json({ ...record, items });
  const { bold, dim, yellow } = printer.colours;
  printer.line(`${bold(workspace)} ${dim('autonomy')} ${bold(record.autonomy)}`);
  for (const { profileId, drafts, automatic, unchanged, edited, rejected } of record.trials) {
    const share = drafts === 0 ? 0 : Math.round((100 * automatic) / drafts);
    const settled = unchanged + edited + rejected;
    printer.line(
      `${printableName(profileId)}: ${share} % of ${drafts} drafts would have been answered; creators changed ${edited + rejected} of ${settled}`,
    );
  }
  for (const { profileId, itemId, proposed, unchanged, edited, rejected, isWithheld: isHeld } of items)
    printer.line(
      `${printableName(profileId)} ${printableName(itemId)}: proposed ${proposed}, used unchanged ${unchanged}, edited ${edited}, rejected ${rejected}${isHeld ? yellow('  only proposed until it is changed or released') : ''}`,
    );
}

export async function setAutonomy(terminal: Terminal, value: string, { workspace, json }: Of): Promise<void> {
  const autonomy = autonomies.find((one) => one === value);
  if (autonomy === undefined)
    throw new OperatorError(`The autonomy must be one of ${autonomies.join(', ')}; got "${printableName(value)}".`);
  await withStore(terminal, async (store) => {
    await requireWorkspace(store, workspace);
    await store.setAutonomy({ workspaceId: workspace, autonomy });
  });
  const printer = createPrinter(terminal);
  if (json) return printer.json({ workspaceId: workspace, autonomy });
  printer.line(`The autonomy of ${printer.colours.bold(workspace)} is ${printer.colours.bold(autonomy)}.`);
}

export async function recordOutcome(
  terminal: Terminal,
  { workspace, key, outcome, json }: Of & { key: string; outcome: ProposalOutcome },
): Promise<void> {
  const result = await withStore(terminal, async (store) => {
    await requireWorkspace(store, workspace);
    return store.recordOutcome({ workspaceId: workspace, idempotencyKey: key, outcome });
  });
  if (result === 'not_found')
    throw new OperatorError(
      `No draft with the key "${printableName(key)}" proposed an item in the last 60 days. Check the idempotency key.`,
    );
  const printer = createPrinter(terminal);
  if (json) return printer.json({ workspaceId: workspace, key, outcome, result });
  printer.line(result === 'repeated' ? 'This draft was recorded before; nothing changed.' : `Recorded: ${outcome}.`);
}

export async function releaseItem(
  terminal: Terminal,
  { workspace, profile, item, json }: Of & { profile: string; item: string },
): Promise<void> {
  const isReleased = await withStore(terminal, async (store) => {
    await requireWorkspace(store, workspace);
    return store.releaseItem({ workspaceId: workspace, profileId: profile, itemId: item });
  });
  if (!isReleased)
    throw new OperatorError(
      `The item "${printableName(item)}" of "${printableName(profile)}" has no record. "understudy autonomy --workspace ${printableName(workspace)}" lists those that have one.`,
    );
  const printer = createPrinter(terminal);
  if (json) return printer.json({ workspaceId: workspace, profileId: profile, itemId: item, isReleased });
  printer.line(`${printableName(item)} may be answered automatically again.`);
}
