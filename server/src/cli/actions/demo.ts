import { demoClassifier } from '../../admin/demo-classifiers.ts';
import { readDemoDocument } from '../../admin/demo-document.ts';
import type { ProfileDocument } from '../../domain/workspace-document.ts';
import { readClassifier, type TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import { createEmbeddedEngine } from '../../drafting/embedded-engine.ts';
import { OperatorError } from '../../lib/errors.ts';
import { trainInPlace } from '../../teaching/ready-classifier.ts';
import { type DemoDraft, readGrounds } from '../demo/draft.ts';
import { sampleMessages } from '../demo/sample-messages.ts';
import { showDraft, showHeading, showTally } from '../demo/show.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

const shortest = 2;
const longest = 800;

/** Drafts the sample messages, or one of the caller's, with nothing but the engine. */
export async function demo(
  terminal: Terminal,
  options: { message?: string; profile?: string; json?: true },
): Promise<void> {
  const now = Date.now();
  const [workspace] = (await readDemoDocument(now)).workspaces;
  const profiles = workspace?.profiles ?? [];
  const engine = createEmbeddedEngine();
  const classifiers = new Map<ProfileDocument, TaughtClassifier | null>();
  const drafts: DemoDraft[] = [];
  for (const { profileId, from, message } of chosen(options)) {
    const profile = profileOf(profiles, profileId);
    if (!classifiers.has(profile)) classifiers.set(profile, classifierOf(profile));
    const { decision, trace } = await engine.draft({
      message,
      history: [],
      displayName: profile.displayName,
      persona: profile.persona ?? {},
      classifier: classifiers.get(profile) ?? null,
      relationship: null,
      awaitsCreator: false,
      now,
    });
    drafts.push({ from, message, profile, decision, ...readGrounds(trace, decision.reply) });
  }
  const printer = createPrinter(terminal);
  if (options.json) {
    const asJson = drafts.map(({ profile, from: _, ...draft }) => ({ profileId: profile.id, ...draft }));
    printer.json(options.message === undefined ? asJson : asJson[0]);
    return;
  }
  showHeading(printer, profiles);
  for (const draft of drafts) showDraft(printer, draft);
  showTally(printer, drafts, options.message === undefined);
}

function classifierOf({ id, persona = {} }: ProfileDocument): TaughtClassifier | null {
  const shipped = demoClassifier(id, persona);
  return shipped === null ? trainInPlace(persona) : readClassifier(shipped.bytes);
}

function chosen({ message, profile }: { message?: string; profile?: string }): typeof sampleMessages {
  if (message === undefined)
    return sampleMessages.filter(({ profileId }) => profile === undefined || profileId === profile);
  const length = [...message].length;
  if (length < shortest || length > longest) {
    throw new OperatorError(`A message has ${shortest} to ${longest} characters; this one has ${length}.`);
  }
  return [{ profileId: profile ?? 'prof_aurora', from: 'You', message }];
}

function profileOf(profiles: readonly ProfileDocument[], id: string): ProfileDocument {
  const profile = profiles.find((candidate) => candidate.id === id);
  if (profile === undefined) throw new OperatorError(`The demonstration has no profile "${id}".`);
  return profile;
}
