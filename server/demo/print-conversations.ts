/** npm run docs:conversations: drafts the conversations of conversations.yaml end to end, and writes all results to docs/conversations.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { demoClassifier } from '../src/admin/demo-classifiers.ts';
import { validateDocument } from '../src/admin/documents/validate-document.ts';
import type { HistoryMessage } from '../src/domain/conversation.ts';
import type { ProfileDocument } from '../src/domain/workspace-document.ts';
import { readClassifier, type TaughtClassifier } from '../src/drafting/answer/taught-classifier.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import { trainInPlace } from '../src/teaching/ready-classifier.ts';

interface Conversation {
  readonly title: string;
  readonly profileId: string;
  readonly contact: string;
  readonly messages: readonly { readonly contact: string; readonly creator?: string }[];
}

const beginsAt = Date.parse('2026-11-18T10:00:00Z');
const engine = createEmbeddedEngine();
const demo = validateDocument(parse(read('demo-workspace.yaml')), 'demo-workspace.yaml');
const profiles = demo.workspaces.flatMap(({ profiles: list = [] }) => list);
const { conversations } = parse(read('conversations.yaml')) as { conversations: readonly Conversation[] }; // our own file
const sections: string[] = [];
const counts = { safe: 0, review: 0, blocked: 0 };
for (const [index, conversation] of conversations.entries()) sections.push(await drafted(conversation, index + 1));
writeFileSync(join(import.meta.dirname, '../../docs/conversations.md'), page());
process.stdout.write(
  `${counts.safe} safe, ${counts.review} for review, ${counts.blocked} blocked; in docs/conversations.md\n`,
);

async function drafted({ title, profileId, contact, messages }: Conversation, number: number): Promise<string> {
  const profile = profiles.find(({ id }) => id === profileId);
  if (profile === undefined) throw new Error(`"${title}": the demo has no profile "${profileId}"`);
  const classifier = classifierOf(profile);
  const history: HistoryMessage[] = [];
  const blocks: string[] = [];
  let now = beginsAt;
  const add = (direction: HistoryMessage['direction'], body: string): void => {
    history.push({ direction, senderType: direction === 'inbound' ? 'contact' : 'creator', body, sentAt: now });
    now += 4 * 60_000;
  };
  for (const { contact: message, creator } of messages) {
    const { decision } = await engine.draft({
      message,
      history: [...history],
      displayName: profile.displayName,
      persona: profile.persona ?? {},
      classifier,
      relationship: null,
      awaitsCreator: false,
      now,
    });
    counts[decision.riskLevel] += 1;
    add('inbound', message);
    blocks.push(`**${contact}:** ${message}`);
    const draft = decision.reply === '' ? '*no draft*' : decision.reply.replaceAll('\n', '\n> ');
    blocks.push(
      `> \`${decision.riskLevel}\` ${decision.intent}, ${Math.round(decision.confidence * 100)} % sure. ${decision.rationale}\n>\n> ${draft}`,
    );
    if (decision.riskLevel === 'safe') add('outbound', decision.reply);
    else if (creator !== undefined) {
      add('outbound', creator);
      blocks.push(`**${firstName(profile)}, in person:** ${creator}`);
    }
  }
  return `## ${number}. ${title}\n\n${contact} writes to ${profile.displayName}.\n\n${blocks.join('\n\n')}`;
}

function classifierOf({ id, persona = {} }: ProfileDocument): TaughtClassifier | null {
  const shipped = demoClassifier(id, persona);
  return shipped === null ? trainInPlace(persona) : readClassifier(shipped.bytes);
}

function firstName({ displayName }: ProfileDocument): string {
  return displayName.split(' ')[0] ?? displayName;
}

function page(): string {
  const total = counts.safe + counts.review + counts.blocked;
  return `# Ten conversations

\`npm run docs:conversations\` generates this page and includes all results, even the poor ones. The creators are from the
[demo](../server/demo/demo-workspace.yaml). The author of the [messages](../server/demo/conversations.yaml) had not seen the
creators' phrases, and the messages were not changed afterwards. The embedded engine drafts each reply with the preceding
thread as context. In these conversations, a \`safe\` draft is sent unchanged, and a draft for review is a proposal to the
creator. If the creator wrote a different reply, it follows as *in person*. Otherwise, nothing was sent.

Of ${total} messages, ${counts.safe} are \`safe\`, ${counts.review} are for \`review\`, and ${counts.blocked} are \`blocked\`.
[evaluation.md](evaluation.md) shows how often such decisions are right, measured with many more messages.

${sections.join('\n\n')}
`;
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}
