import { type Command, Option } from 'commander';
import { requireWorkspace } from '../../admin/require-workspace.ts';
import { createEmbeddedEngine } from '../../drafting/embedded-engine.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { type Cli, describe, json } from '../define.ts';
import { type ExplainOptions, readAsked } from '../explain/read-asked.ts';
import { showTrace } from '../explain/show-trace.ts';
import { instant, shortText } from '../option-values.ts';
import { withStore } from '../with-store.ts';

export const commands = { explain: defineExplain };

function defineExplain(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      'Drafts a reply to a message and shows how the decision was made: the clauses with intents and probabilities, the items that could answer with their scores, the support for each claim in the reply, and the rule or threshold that decided. Nothing is stored, charged or sent.',
      '',
      'With --request, it shows the trace that was stored with a draft: ids, positions and scores, never the message text. The trace is removed with the stored response. docs/creators-by-command.md explains how to read it.',
    ].join('\n'),
    examples: [
      ['explain "do you ship to Brazil?" -w ws_aurora -p prof_aurora', 'explains a message, with the stored persona'],
      ['explain "do you ship to Brazil?" --file creators.yaml', 'uses a workspace document instead of a store'],
      ['explain -w ws_aurora --conversation conv_maya', "explains a conversation's newest message"],
      ['explain -w ws_aurora --request 5f2c9a7e-1b1d', 'explains a stored draft, by its idempotency key'],
    ],
  })
    .option('-w, --workspace <id>', 'the workspace, by id', shortText(120))
    .option('-f, --file <document>', 'a workspace document instead of the store')
    .option('-p, --profile <id>', 'the profile that answers', shortText(120))
    .option('-c, --conversation <id>', 'the conversation with the message', shortText(120))
    .addOption(
      new Option('-r, --request <key>', 'a stored draft, by its idempotency key')
        .argParser(shortText(120))
        .conflicts(['file', 'profile', 'conversation', 'now']),
    )
    .option('--now <time>', 'the time at which the message arrives (default: now)', instant)
    .addOption(json())
    .action(async (message: string | undefined, options: ExplainOptions, command: Command) => {
      const fault = faultOf(message, options);
      if (fault !== null) command.error(`error: ${fault}`);
      await explain(cli, message, options);
    });
}

function faultOf(
  message: string | undefined,
  { workspace, file, conversation, request }: ExplainOptions,
): string | null {
  if (request !== undefined) {
    if (message !== undefined) return 'use a message or --request, not both';
    return workspace === undefined ? "with --request, add the draft's --workspace <id>" : null;
  }
  if (workspace === undefined && file === undefined)
    return 'add --workspace <id>, or --file <document> for a workspace document';
  if (message === undefined && conversation === undefined)
    return 'add a message, --conversation <id> for its newest one, or --request <key> for a stored draft';
  return null;
}

const shortest = 2;
const longest = 800;

/** Drafts a reply and shows its trace, or shows the trace stored with a draft. */
async function explain(cli: Cli, message: string | undefined, options: ExplainOptions): Promise<void> {
  const { request, workspace = '' } = options;
  const { printer } = cli;
  if (request !== undefined) {
    const trace = await storedTrace(cli, workspace, request);
    if (options.json) printer.json(trace);
    else showTrace(printer, { trace, draft: null });
    return;
  }
  const asked = await readAsked(cli, message, options);
  const length = [...asked.input.message].length;
  if (length < shortest || length > longest)
    throw new OperatorError(`A message must have ${shortest} to ${longest} characters, but this one has ${length}.`);
  const { decision, trace } = await createEmbeddedEngine().draft(asked.input);
  if (options.json) printer.json({ profileId: asked.profileId, decision, trace });
  else showTrace(printer, { trace, draft: { ...asked, decision } });
}

async function storedTrace(cli: Cli, workspaceId: string, idempotencyKey: string): Promise<unknown> {
  const text = await withStore(cli, async (store) => {
    const found = await store.draftTrace({ workspaceId, idempotencyKey });
    if (found === null) await requireWorkspace(store, workspaceId);
    return found;
  });
  if (text === null) {
    throw new OperatorError(
      `Workspace "${workspaceId}" has no stored draft with the idempotency key "${printableName(idempotencyKey)}". A draft and its trace are removed when their retention ends.`,
    );
  }
  return JSON.parse(text);
}
