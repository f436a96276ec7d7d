import { requireWorkspace } from '../../admin/require-workspace.ts';
import { settleThread } from '../../capabilities/inboxes/settle-threads.ts';
import { monthlyRepliesOf } from '../../domain/plan.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createLog } from '../../lib/log.ts';
import { printableName } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { createClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { createTrainer } from '../../teaching/create-trainer.ts';
import type { Cli, OfWorkspace } from '../define.ts';
import { engineOf } from '../engine-of.ts';
import { withStore } from '../with-store.ts';

type Given = OfWorkspace & { readonly id: string };

/** Withdraws the drafts and locks the thread, because the creator has answered. */
export async function markAnswered(cli: Cli, { id, workspace: workspaceId, json }: Given): Promise<void> {
  await withStore(cli, async (store) => {
    const { outcome } = await store.inboxStep({ workspaceId, name: 'answered', input: { conversationId: id } });
    if (outcome === 'not_found') throw await unknown(store, workspaceId, id);
  });
  const { printer } = cli;
  if (json) return printer.json({ conversationId: id, draftId: null });
  printer.line(
    `${printer.colours.green('✓')} ${printableName(id)} is marked as answered, and its drafts are withdrawn.`,
  );
}

/** Drafts a reply immediately, even if the thread is held. */
export async function draftNow(cli: Cli, { id, workspace: workspaceId, json }: Given): Promise<void> {
  const draftId = await withStore(cli, async (store, config) => {
    const log = createLog({ level: config.logLevel });
    const trainer = createTrainer();
    const classifiers = createClassifierShelf({ store, trainer, log, memoryMb: config.classifierMemoryMb });
    try {
      const deps = {
        store,
        engine: await engineOf(config, log),
        classifiers,
        monthlyReplies: monthlyRepliesOf(config.plans),
        log,
        model: config.model && { timeoutMs: config.model.timeoutMs, isFree: () => true, isWanted: () => true },
      };
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const settled = await settleThread(deps, { workspaceId, conversationId: id, isForced: true });
        if (settled.outcome === 'drafted') return settled.draftId;
        if (settled.outcome === 'allowance_used') {
          throw new OperatorError(
            `agent_monthly_quota_used: This month's replies, or the connected inboxes' share of them, are used up. Nothing was drafted.`,
          );
        }
        if (settled.outcome === 'postponed') {
          throw new OperatorError(
            'The language model, which is required, returned no usable result. Nothing was drafted or charged.',
          );
        }
        if (settled.outcome !== 'changed') break;
      }
      const known = await store.thread({ workspaceId, conversationId: id, messages: 1 });
      if (known === null) throw await unknown(store, workspaceId, id);
      return null;
    } finally {
      classifiers.stop();
      await trainer.close();
    }
  });
  const { printer } = cli;
  if (json) return printer.json({ conversationId: id, draftId });
  printer.line(
    draftId === null ? 'There is nothing to draft.' : `${printer.colours.green('✓')} Draft ${draftId} is stored.`,
  );
}

async function unknown(store: Store, workspaceId: string, id: string): Promise<OperatorError> {
  await requireWorkspace(store, workspaceId);
  return new OperatorError(
    `Workspace "${workspaceId}" has no conversation "${printableName(id)}". "understudy conversations list --workspace ${workspaceId}" lists them.`,
  );
}
