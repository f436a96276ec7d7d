import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../examples/teaching');
const profile = ['--workspace', 'ws_kai', '--profile', 'prof_kai'];

/** The answer to one question. */
export interface Answered {
  readonly question: string;
  readonly riskLevel: string;
  readonly reply: string;
  /** The facts and offers that the reply uses. */
  readonly items: readonly string[];
  /** Whether the reply uses the item that answers, and no other. */
  readonly isRight: boolean;
}

/** The steps of a creator who is taught through a chat assistant, with the output of each command. */
export interface TeachingStory {
  readonly imported: string;
  readonly untaught: readonly Answered[];
  /** The text that is pasted into the assistant. */
  readonly request: string;
  readonly read: string;
  readonly accepted: string;
  readonly taught: readonly Answered[];
  readonly listed: string;
}

/**
 * Runs a command line to its end and returns its standard output.
 * @throws if it fails
 */
export type RunCommand = (args: readonly string[]) => Promise<string>;

/** Runs the story of `docs/teaching-story.md` on an empty store, with the command line alone. */
export async function tellTeachingStory(run: RunCommand): Promise<TeachingStory> {
  const imported = await run(['import', join(folder, 'kai.yaml')]);
  const untaught = await askAll(run);
  const request = await run(['teach', ...profile, '--print']);
  const read = await run(['teach', ...profile, '--from', join(folder, 'answer.md')]);
  const accepted = await run(['teach', ...profile, '--accept', 'all']);
  const taught = await askAll(run);
  const listed = await run(['teach', ...profile, '--list']);
  return { imported, untaught, request, read, accepted, taught, listed };
}

async function askAll(run: RunCommand): Promise<Answered[]> {
  const lines = readFileSync(join(folder, 'questions.txt'), 'utf8').trim().split('\n');
  const answers: Answered[] = [];
  for (const line of lines) {
    const [wanted, question = ''] = line.split('\t');
    const { decision, trace } = JSON.parse(await run(['explain', question, ...profile, '--json']));
    const items: string[] = trace.itemsUsed.filter((id: string) => /^ka_[fo]_/.test(id));
    const isRight = items.length === 1 && items[0] === wanted;
    answers.push({ question, riskLevel: decision.riskLevel, reply: decision.reply, items, isRight });
  }
  return answers;
}
