import { readNeed } from '../../admin/teaching/ask-model.ts';
import { listTeaching } from '../../admin/teaching/list-teaching.ts';
import { acceptSuggestions, type Chosen, rejectSuggestions } from '../../admin/teaching/settle-suggestions.ts';
import { suggestFromAnswer } from '../../admin/teaching/suggest-phrases.ts';
import type { TeachingPlace } from '../../admin/teaching/teaching-profile.ts';
import { teachingRequest } from '../../admin/teaching/teaching-request.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { teachProfiles } from '../../teaching/teach-profiles.ts';
import { exitCodes } from '../exit-codes.ts';
import { createPrinter } from '../printer.ts';
import { createProgress } from '../progress.ts';
import { readAnswerFile } from '../teach/read-answer-file.ts';
import { counted, showRefused, showTeaching } from '../teach/show-teaching.ts';
import { type TeachOptions, teachByModel } from '../teach/teach-by-model.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

type Way = 'list' | 'print' | 'from' | 'accept' | 'reject' | null;

/** Does one of the things that `understudy teach` can do; without a way, it asks the configured model. */
export async function teach(
  terminal: Terminal,
  setExitCode: (code: number) => void,
  way: Way,
  options: TeachOptions,
): Promise<void> {
  const place = { workspaceId: options.workspace, profileId: options.profile };
  switch (way) {
    case 'list':
      return list(terminal, place, options);
    case 'print':
      return print(terminal, place, options);
    case 'from':
      return readFrom(terminal, place, options.from ?? '-', options);
    case 'accept':
      return accept(terminal, setExitCode, place, chosenBy(options.accept), options);
    case 'reject':
      return reject(terminal, place, chosenBy(options.reject), options);
    case null:
      return teachByModel(terminal, setExitCode, place, options);
  }
}

function chosenBy(value: string | undefined): Chosen {
  return value === undefined || value === 'all' ? 'all' : { itemId: value };
}

async function list(terminal: Terminal, place: TeachingPlace, { json }: TeachOptions): Promise<void> {
  const progress = createProgress(terminal);
  const found = await lookAtStore(terminal, (store) => listTeaching(store, place, progress.comparing)).finally(() =>
    progress.stop(),
  );
  const printer = createPrinter(terminal);
  if (json) printer.json(found);
  else showTeaching(printer, found);
}

async function print(terminal: Terminal, place: TeachingPlace, { json }: TeachOptions): Promise<void> {
  const { need, ...about } = await lookAtStore(terminal, (store) => readNeed(store, place, Date.now()));
  const printer = createPrinter(terminal);
  if (need.wanted.length === 0) {
    if (json) return printer.json({ items: 0, request: null });
    return printer.note('Every approved item has enough phrases: there is nothing to ask for.');
  }
  const request = teachingRequest(about, need);
  if (json) return printer.json({ items: need.wanted.length, request });
  await printer.write(`${request}\n`);
  printer.note(
    `Paste this into a chat assistant (${counted(need.wanted.length, 'item')}). Save the answer to a file and read it with --from FILE.`,
  );
}

async function readFrom(terminal: Terminal, place: TeachingPlace, file: string, { json }: TeachOptions): Promise<void> {
  const answer = await readAnswerFile(terminal, file);
  const outcome = await withStore(terminal, (store) => suggestFromAnswer(store, place, answer, 'assistant'));
  if (outcome === null) {
    throw new OperatorError(
      `${file === '-' ? 'Standard input' : file} holds no phrases in the agreed form, {"items":[{"id":"…","aliases":["…"],"nearMisses":["…"]}]}. Ask the assistant for JSON only, or write the request again with --print.`,
    );
  }
  const printer = createPrinter(terminal);
  if (json) return printer.json(outcome);
  const { green, yellow } = printer.colours;
  const { suggested, items, known, refused } = outcome;
  printer.line(
    `${green('✓')} ${counted(suggested, 'new suggestion')} for ${counted(items, 'item')}${known === 0 ? '' : `; ${counted(known, 'phrase')} known already`}.`,
  );
  if (refused.length > 0) {
    printer.line(`${yellow('!')} ${counted(refused.length, 'phrase')} left out:`);
    showRefused(printer, refused);
  }
  if (suggested > 0) printer.line('Accept them with --accept all or --accept ITEM; until then they teach nothing.');
}

async function accept(
  terminal: Terminal,
  setExitCode: (code: number) => void,
  place: TeachingPlace,
  chosen: Chosen,
  { json }: TeachOptions,
): Promise<void> {
  const progress = createProgress(terminal);
  const { profile, training, ...outcome } = await withStore(terminal, async (store) => {
    const accepted = await acceptSuggestions(store, place, chosen);
    const named = { ...place, ...accepted.profile };
    const training =
      accepted.accepted > 0 && accepted.isPublished ? await teachProfiles(store, [named], progress.teaching) : null;
    return { ...accepted, training };
  }).finally(() => progress.stop());
  const printer = createPrinter(terminal);
  const failure = training?.failed[0]?.reason ?? null;
  if (failure !== null) {
    printer.note(
      `! The phrases are accepted, but the classifier was not trained: ${failure}. A running service trains it by itself at its next drafts.`,
    );
  }
  if (outcome.accepted === 0 && outcome.refused.length > 0) setExitCode(exitCodes.fault);
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
      `${yellow('!')} Suggestions from fans are accepted item by item, after you have read them: ${named.join(', ')}.`,
    );
  }
}

async function reject(terminal: Terminal, place: TeachingPlace, chosen: Chosen, { json }: TeachOptions): Promise<void> {
  const rejected = await withStore(terminal, (store) => rejectSuggestions(store, place, chosen));
  const printer = createPrinter(terminal);
  if (json) return printer.json({ rejected });
  printer.line(`${printer.colours.green('✓')} ${counted(rejected, 'suggestion')} removed.`);
}
