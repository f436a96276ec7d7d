/**
 * npm run docs:teaching: runs the teaching example on an empty store, and writes its commands and their output to
 * docs/teaching-story.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from '../src/cli/run-cli.ts';
import { type Answered, type TeachingStory, tellTeachingStory } from './teaching-story.ts';

const flags = '-w ws_kai -p prof_kai';
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'understudy-story-'));
try {
  const story = await tellTeachingStory(run);
  writeFileSync(join(root, 'docs/teaching-story.md'), page(story));
  process.stdout.write(`before: ${count(story.untaught)}; after: ${count(story.taught)}; in docs/teaching-story.md\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(args: readonly string[]): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = { UNDERSTUDY_DATA_DIR: join(folder, 'data') };
  const code = await runCli({ args, env, stdin: Readable.from([]), stdout, stderr });
  const [printed, noted] = await Promise.all([text(stdout.end()), text(stderr.end())]);
  if (code !== 0) throw new Error(`${args.join(' ')}:\n${noted}`);
  return printed.replaceAll(`${root}/`, '').trimEnd();
}

function count(answers: readonly Answered[]): string {
  const right = answers.filter(({ isRight }) => isRight);
  const automatic = right.filter(({ riskLevel }) => riskLevel === 'safe').length;
  const wrong = answers.filter(({ items, isRight }) => items.length > 0 && !isRight).length;
  const answered = answers.filter(({ riskLevel, isRight }) => riskLevel === 'safe' && !isRight).length;
  return `${automatic} of ${answers.length} answered automatically${answered === 0 ? '' : ` and ${answered} wrongly`}, ${proposals(right.length - automatic, 'right')}, ${proposals(wrong - answered, 'wrong')}`;
}

function proposals(count: number, kind: string): string {
  return `${count} ${kind} proposal${count === 1 ? '' : 's'}`;
}

function page({ imported, untaught, request, read, accepted, taught, listed }: TeachingStory): string {
  return `# A teaching example

This page shows how training phrases improve a creator's answers. \`npm run docs:teaching\` generates the page: it runs every
command below on an empty store and prints the output. The creator is [Kai Moreno](../examples/teaching/kai.yaml), a
example creator with 17 approved facts and offers, and no training phrases. [The ten
questions](../examples/teaching/questions.txt), each with the item that answers it, were written before any training phrases
were added. The author of [the assistant's answer](../examples/teaching/answer.md) had not seen the questions.

**Before: ${count(untaught)}. After: ${count(taught)}.**

## 1. Import the creator

${shown('import examples/teaching/kai.yaml', imported)}

## 2. Print a prompt for an assistant

There are no training phrases yet, so the service can find answers only by the words in the approved texts. \`--print\` prints a
prompt that any chat assistant understands. The prompt contains the approved texts, which fans may read anyway, and nothing
that a fan wrote.

${shown(`teach ${flags} --print > request.txt`, '')}

The prompt begins as follows, and continues with the rules for good phrases and the 17 items:

\`\`\`text
${wrapped(request.split('\n')[0] ?? '')}
\`\`\`

## 3. Import the answer

Paste the prompt into an assistant, and save the answer. It may contain prose and code blocks around the JSON:

${shown(`teach ${flags} --from examples/teaching/answer.md`, read)}

The command leaves out phrases that must not be used, and gives the reason for each one. The other phrases are suggestions,
which have no effect yet.

## 4. Accept the suggestions

${shown(`teach ${flags} --accept all`, accepted)}

## 5. Ask the same ten questions

Each question was asked with \`understudy explain "…" ${flags}\`, before step 2 and after step 4. *Automatic* means
that the reply does not need the creator. *Proposed* means that the creator decides whether to send the reply.

| question | before | after |
|---|---|---|
${untaught.map((before, at) => rowOf(before, taught[at] ?? before)).join('\n')}

## 6. Find the items that are still confused

\`--list\` leaves out a fifth of each item's phrases at a time, and counts how many of these phrases still find their item. The
list at the end shows where more phrases, or a clearer text, would help most.

${shown(`teach ${flags} --list`, listed)}
`;
}

function shown(command: string, output: string): string {
  const answer = output === '' ? '' : `\n\n\`\`\`text\n${output}\n\`\`\``;
  return `\`\`\`console\nnpm run -s understudy -- ${command}\n\`\`\`${answer}`;
}

function rowOf(before: Answered, after: Answered): string {
  return `| ${before.question} | ${cellOf(before)} | ${cellOf(after)} |`;
}

function cellOf({ riskLevel, reply, items, isRight }: Answered): string {
  if (reply === '') return 'no answer';
  if (items.length === 0) return `a holding phrase: *${inLine(reply)}*`;
  return `**${riskLevel === 'safe' ? 'automatic' : 'proposed'}${isRight ? '' : ', and wrong'}**: ${inLine(reply)}`;
}

function inLine(reply: string): string {
  return reply.replaceAll('\n', ' ').replaceAll('|', '\\|');
}

/** Splits a line into lines that fit a page. */
function wrapped(line: string): string {
  return line.replace(/(.{1,110})(?: |$)/g, '$1\n').trimEnd();
}
