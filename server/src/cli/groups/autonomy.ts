import { type Command, Option } from 'commander';
import { requireWorkspace } from '../../admin/require-workspace.ts';
import { autonomies, isWithheld, outcomes, type ProposalOutcome } from '../../domain/autonomy.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { shortText } from '../option-values.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { autonomy: defineAutonomy };

function defineAutonomy(autonomy: Command, cli: Cli): void {
  defineGroup(autonomy, [
    ['autonomy --workspace ws_aurora', "shows how many messages would have been answered, and each item's record"],
    ['autonomy set careful --workspace ws_aurora', 'answers automatically if an answer is very likely right'],
  ]);

  define(
    autonomy,
    {
      name: 'show',
      summary: "Show the setting, the trial and each item's record (the default)",
      examples: [['autonomy --workspace ws_aurora --json', 'for machines']],
    },
    true,
  )
    .addOption(workspace())
    .addOption(json())
    .action((options) => showAutonomy(cli, options));

  define(autonomy, {
    name: 'set',
    summary: 'Set how much is answered without the creator',
    description: `Sets the autonomy of a workspace: ${autonomies.join(', ')}. Turning it off starts a new trial.`,
    examples: [['autonomy set off --workspace ws_aurora', 'every reply is a proposal, and a trial starts']],
  })
    .argument('<autonomy>', autonomies.join(', '))
    .addOption(workspace())
    .addOption(json())
    .action((value, options) => setAutonomy(cli, value, options));

  define(autonomy, {
    name: 'record',
    summary: 'Record what the creator did with a drafted reply, once per draft',
    description:
      'Records whether the creator used the reply of a draft unchanged, edited it or rejected it. Identify the draft by its idempotency key, within 60 days. Afterwards, an item that is often edited or rejected is only proposed.',
    examples: [['autonomy record -w ws_aurora --key first-draft-2 --outcome edited', 'the creator changed the reply']],
  })
    .addOption(workspace())
    .requiredOption('-k, --key <key>', 'the idempotency key of the draft', shortText(200))
    .addOption(
      new Option('-o, --outcome <outcome>', 'what the creator did').choices([...outcomes]).makeOptionMandatory(),
    )
    .addOption(json())
    .action((options) => recordOutcome(cli, options));

  define(autonomy, {
    name: 'release',
    summary: 'Allow automatic answers from an item again',
    examples: [['autonomy release -w ws_aurora --profile prof_aurora --item f_ship', 'its record starts over']],
  })
    .addOption(workspace())
    .requiredOption('-p, --profile <id>', 'the profile', shortText(120))
    .requiredOption('-i, --item <id>', 'the fact or offer', shortText(120))
    .addOption(json())
    .action((options) => releaseItem(cli, options));
}

async function showAutonomy(cli: Cli, { workspace, json }: OfWorkspace): Promise<void> {
  const record = await readStore(cli, async (store) => {
    await requireWorkspace(store, workspace);
    return store.autonomy({ workspaceId: workspace });
  });
  if (record === null) throw new OperatorError(`There is no workspace "${printableName(workspace)}".`);
  const items = record.items.map((item) => ({ ...item, isWithheld: isWithheld(item) }));
  const { printer } = cli;
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

async function setAutonomy(cli: Cli, value: string, { workspace, json }: OfWorkspace): Promise<void> {
  const autonomy = autonomies.find((one) => one === value);
  if (autonomy === undefined)
    throw new OperatorError(
      `The autonomy must be one of ${autonomies.join(', ')}, but it is "${printableName(value)}".`,
    );
  await withStore(cli, async (store) => {
    await requireWorkspace(store, workspace);
    await store.setAutonomy({ workspaceId: workspace, autonomy });
  });
  const { printer } = cli;
  if (json) return printer.json({ workspaceId: workspace, autonomy });
  printer.line(`The autonomy of ${printer.colours.bold(workspace)} is ${printer.colours.bold(autonomy)}.`);
}

async function recordOutcome(
  cli: Cli,
  { workspace, key, outcome, json }: OfWorkspace & { key: string; outcome: ProposalOutcome },
): Promise<void> {
  const result = await withStore(cli, async (store) => {
    await requireWorkspace(store, workspace);
    return store.recordOutcome({ workspaceId: workspace, idempotencyKey: key, outcome });
  });
  if (result === 'not_found')
    throw new OperatorError(
      `No draft with the key "${printableName(key)}" proposed an item in the last 60 days. Check the idempotency key.`,
    );
  const { printer } = cli;
  if (json) return printer.json({ workspaceId: workspace, key, outcome, result });
  printer.line(
    result === 'repeated' ? 'This draft was already recorded, so nothing changed.' : `Recorded: ${outcome}.`,
  );
}

async function releaseItem(
  cli: Cli,
  { workspace, profile, item, json }: OfWorkspace & { profile: string; item: string },
): Promise<void> {
  const isReleased = await withStore(cli, async (store) => {
    await requireWorkspace(store, workspace);
    return store.releaseItem({ workspaceId: workspace, profileId: profile, itemId: item });
  });
  if (!isReleased)
    throw new OperatorError(
      `The item "${printableName(item)}" of "${printableName(profile)}" has no record. "understudy autonomy --workspace ${printableName(workspace)}" lists the items that have one.`,
    );
  const { printer } = cli;
  if (json) return printer.json({ workspaceId: workspace, profileId: profile, itemId: item, isReleased });
  printer.line(`${printableName(item)} may be answered automatically again.`);
}
