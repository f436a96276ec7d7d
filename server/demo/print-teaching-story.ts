/**
 * npm run docs:teaching: runs the story of a creator who is taught, on an empty store, and prints it into
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
  process.stdout.write(`before: ${count(story.untaught)}; taught: ${count(story.taught)}; in docs/teaching-story.md\n`);
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
  return `${automatic} of ${answers.length} answered automatically${answered === 0 ? '' : ` and ${answered} wrongly`}, ${right.length - automatic} proposed rightly, ${wrong - answered} proposed wrongly`;
}

function page({ imported, untaught, request, read, accepted, taught, listed }: TeachingStory): string {
  return `# A creator is taught

\`npm run docs:teaching\` makes this page: it runs every command below on an empty store and prints the output. The creator is
[Kai Moreno](../examples/teaching/kai.yaml), an invented coach with 17 approved facts and offers, and without any phrases of fans' questions.
[The ten questions](../examples/teaching/questions.txt), each with the item that answers it, were written before anything was taught. The author of
[the assistant's answer](../examples/teaching/answer.md) had not seen the questions.

**Before: ${count(untaught)}. Taught: ${count(taught)}.**

## 1. The creator is imported

${shown('import examples/teaching/kai.yaml', imported)}

## 2. A request for an assistant

Nothing has been taught yet, so the service finds answers only by the words of the approved texts. \`--print\` writes one request that any
chat assistant understands. It contains the approved texts, which fans may read anyway, and nothing that a fan wrote.

${shown(`teach ${flags} --print > request.txt`, '')}

The request begins as follows, and continues with the rules for good phrases and the 17 items:

\`\`\`text
${wrapped(request.split('\n')[0] ?? '')}
\`\`\`

## 3. The answer is read

Paste the request into an assistant, and save what it answers. The answer may contain prose and code blocks around the JSON:

${shown(`teach ${flags} --from examples/teaching/answer.md`, read)}

Phrases that must not be taught are left out, and the output gives the reason for each. The others are suggestions, which teach nothing yet.

## 4. The suggestions are accepted

${shown(`teach ${flags} --accept all`, accepted)}

## 5. The same ten questions

Each was asked with \`understudy explain "…" ${flags}\`, before step 2 and now. *Automatic* means that the reply needs no
creator; *proposed* means that the creator decides.

| question | before | taught |
|---|---|---|
${untaught.map((before, at) => rowOf(before, taught[at] ?? before)).join('\n')}

## 6. The items that are still confused

\`--list\` leaves out a fifth of each item's phrases at a time, and counts how many of them find their item again. The two lists
at its end say where more phrases, or a clearer text, would help most.

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
