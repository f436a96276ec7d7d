import type { Command } from 'commander';
import { readNeed } from '../../admin/teaching/ask-model.ts';
import { listTeaching } from '../../admin/teaching/list-teaching.ts';
import { acceptSuggestions, type Chosen, rejectSuggestions } from '../../admin/teaching/settle-suggestions.ts';
import { suggestFromAnswer } from '../../admin/teaching/suggest-phrases.ts';
import type { TeachingPlace } from '../../admin/teaching/teaching-profile.ts';
import { teachingRequest } from '../../admin/teaching/teaching-request.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { teachProfiles } from '../../teaching/teach-profiles.ts';
import { type Cli, describe, json, workspace } from '../define.ts';
import { shortText } from '../option-values.ts';
import { createProgress } from '../progress.ts';
import { readAnswerFile } from '../teach/read-answer-file.ts';
import { counted, showRefused, showTeaching } from '../teach/show-teaching.ts';
import { type TeachOptions, teachByModel } from '../teach/teach-by-model.ts';
import { exitCodes } from '../terminal.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { teach: defineTeach };

const ways = ['list', 'print', 'from', 'accept', 'reject'] as const;

function defineTeach(command: Command, cli: Cli): void {
  describe(command, {
    description: [
      "Collects training phrases for the facts and offers of a profile: aliases are fans' ways of asking about an item, and near misses look similar but are not about it. Phrases help to find the right item; the answer comes only from the item's text.",
      '',
      'Without an option, it shows an estimate and asks the configured language model. You can use any chat assistant instead: --print prints a request to paste, and --from reads the answer. Both ways only suggest phrases; --accept adds suggestions to the persona. docs/creators-by-command.md describes each step.',
    ].join('\n'),
    examples: [
      [
        'teach -w ws_aurora -p prof_aurora --list',
        'lists the phrases of each item, and the items that it is confused with',
      ],
      ['teach -w ws_aurora -p prof_aurora --print', 'prints a request for any chat assistant'],
      ['teach -w ws_aurora -p prof_aurora --from answer.txt', "turns the assistant's answer into suggestions"],
      ['teach -w ws_aurora -p prof_aurora --accept all', 'adds the suggestions to the persona'],
      ['teach -w ws_aurora -p prof_aurora', 'asks the configured model instead'],
    ],
  })
    .addOption(workspace())
    .requiredOption('-p, --profile <id>', 'the profile, by id', shortText(120))
    .option('--list', 'list the phrases of each item, flagged phrases, waiting suggestions and confusions')
    .option('--print', 'print one request to paste into a chat assistant')
    .option('--from <file>', "read an assistant's answer from a file, or from standard input with -")
    .option(
      '--accept <item>',
      'accept the suggestions for an item, or "all"; "all" never includes suggestions from fans',
      shortText(120),
    )
    .option('--reject <item>', 'remove the suggestions for an item, or "all"', shortText(120))
    .option('--yes', 'do not ask for confirmation before using the model')
    .addOption(json())
    .action(async (options: TeachOptions, command: Command) => {
      const chosen = ways.filter((way) => options[way] !== undefined);
      if (chosen.length > 1) command.error(`error: use only one of ${chosen.map((way) => `--${way}`).join(', ')}`);
      const [way] = chosen;
      if (options.yes && way !== undefined) command.error(`error: --yes cannot be used with --${way}`);
      await teach(cli, way ?? null, options);
    });
}

type Way = (typeof ways)[number] | null;

/** Runs one of the actions of `understudy teach`. Without an option, asks the configured model for phrases. */
async function teach(cli: Cli, way: Way, options: TeachOptions): Promise<void> {
  const place = { workspaceId: options.workspace, profileId: options.profile };
  switch (way) {
    case 'list':
      return list(cli, place, options);
    case 'print':
      return print(cli, place, options);
    case 'from':
      return readFrom(cli, place, options.from ?? '-', options);
    case 'accept':
      return accept(cli, place, chosenBy(options.accept), options);
    case 'reject':
      return reject(cli, place, chosenBy(options.reject), options);
    case null:
      return teachByModel(cli, place, options);
  }
}

function chosenBy(value: string | undefined): Chosen {
  return value === undefined || value === 'all' ? 'all' : { itemId: value };
}

async function list(cli: Cli, place: TeachingPlace, { json }: TeachOptions): Promise<void> {
  const progress = createProgress(cli);
  const found = await readStore(cli, (store) => listTeaching(store, place, progress.comparing)).finally(() =>
    progress.stop(),
  );
  const { printer } = cli;
  if (json) printer.json(found);
  else showTeaching(printer, found);
}

async function print(cli: Cli, place: TeachingPlace, { json }: TeachOptions): Promise<void> {
  const { need, ...about } = await readStore(cli, (store) => readNeed(store, place, Date.now()));
  const { printer } = cli;
  if (need.wanted.length === 0) {
    if (json) return printer.json({ items: 0, request: null });
    return printer.note('Every approved item has enough phrases, so there is nothing to ask for.');
  }
  const request = teachingRequest(about, need);
  if (json) return printer.json({ items: need.wanted.length, request });
  await printer.write(`${request}\n`);
  printer.note(
    `Paste this into a chat assistant (${counted(need.wanted.length, 'item')}). Save the answer to a file and read it with --from FILE.`,
  );
}

async function readFrom(cli: Cli, place: TeachingPlace, file: string, { json }: TeachOptions): Promise<void> {
  const answer = await readAnswerFile(cli, file);
  const outcome = await withStore(cli, (store) => suggestFromAnswer(store, place, answer, 'assistant'));
  if (outcome === null) {
    throw new OperatorError(
      `${file === '-' ? 'Standard input' : file} contains no phrases in the required format, {"items":[{"id":"…","aliases":["…"],"nearMisses":["…"]}]}. Ask the assistant for JSON only, or print the request again with --print.`,
    );
  }
  const { printer } = cli;
  if (json) return printer.json(outcome);
  const { green, yellow } = printer.colours;
  const { suggested, items, known, refused } = outcome;
  printer.line(
    `${green('✓')} ${counted(suggested, 'new suggestion')} for ${counted(items, 'item')}${known === 0 ? '' : `; ${counted(known, 'phrase')} ${known === 1 ? 'was' : 'were'} already known`}.`,
  );
  if (refused.length > 0) {
    printer.line(`${yellow('!')} ${counted(refused.length, 'phrase')} left out:`);
    showRefused(printer, refused);
  }
  if (suggested > 0) printer.line('Accept them with --accept all or --accept ITEM. Until then they have no effect.');
}

async function accept(cli: Cli, place: TeachingPlace, chosen: Chosen, { json }: TeachOptions): Promise<void> {
  const progress = createProgress(cli);
  const { profile, training, ...outcome } = await withStore(cli, async (store) => {
    const accepted = await acceptSuggestions(store, place, chosen);
    const named = { ...place, ...accepted.profile };
    const training =
      accepted.accepted > 0 && accepted.isPublished ? await teachProfiles(store, [named], progress.teaching) : null;
    return { ...accepted, training };
  }).finally(() => progress.stop());
  const { printer } = cli;
  const failure = training?.failed[0]?.reason ?? null;
  if (failure !== null) {
    printer.note(
      `! The phrases are accepted, but the classifier was not trained: ${failure}. A running service trains it at its next drafts.`,
    );
  }
  if (outcome.accepted === 0 && outcome.refused.length > 0) cli.setExitCode(exitCodes.fault);
  if (json) return printer.json({ ...outcome, isTrained: training !== null && failure === null });
  const { green, yellow, dim } = printer.colours;
  const { accepted, items, refused, ofFans, isPublished, unpublishedChanges } = outcome;
  printer.line(
    `${accepted > 0 ? green('✓') : dim('○')} ${counted(accepted, 'phrase')} accepted for ${counted(items, 'item')} of ${printableName(profile.displayName)}.`,
  );
  if (accepted > 0) {
    printer.line(
      isPublished
        ? '  They are published and in use.'
        : `  They are in the draft, which has ${counted(unpublishedChanges, 'unpublished change')}. Publish it in the console to use them.`,
    );
  }
  if (refused.length > 0) {
    printer.line(`${yellow('!')} ${counted(refused.length, 'phrase')} not accepted, still suggested:`);
    showRefused(printer, refused);
  }
  const fans = Object.entries(ofFans);
  if (fans.length > 0) {
    const named = fans.slice(0, 10).map(([itemId, number]) => `${printableName(itemId)} ${number}`);
    printer.line(
      `${yellow('!')} Accept suggestions from fans item by item, after you have read them: ${named.join(', ')}.`,
    );
  }
}

async function reject(cli: Cli, place: TeachingPlace, chosen: Chosen, { json }: TeachOptions): Promise<void> {
  const rejected = await withStore(cli, (store) => rejectSuggestions(store, place, chosen));
  const { printer } = cli;
  if (json) return printer.json({ rejected });
  printer.line(`${printer.colours.green('✓')} ${counted(rejected, 'suggestion')} removed.`);
}
