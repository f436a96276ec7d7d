import { readDemoDocument } from '../../admin/demo-document.ts';
import { createKeyVerbs } from '../../admin/key-verbs.ts';
import { scopes } from '../../domain/actor.ts';
import type { Store } from '../../store/port.ts';
import type { Printer } from '../printer.ts';

const workspaceId = 'ws_demo';
/** Two questions in one, which two approved items answer. */
const sampleMessage = 'How much is the Moon mug, and is it dishwasher safe?';

/** Fills an empty store with the demonstration, and shows its key, this once, with three command lines that use it. */
export async function makeDemo(options: { printer: Printer; store: Store; url: string }): Promise<void> {
  const { printer, store, url } = options;
  await store.importDocument(await readDemoDocument(Date.now()), { forceState: false, dryRun: false });
  const { key } = await createKeyVerbs({ store, now: Date.now }).create({
    workspaceId,
    name: 'Demonstration',
    scopes,
    lifetimeMs: null,
  });
  const { bold, cyan, dim, yellow } = printer.colours;
  const post = (operation: string, idempotencyKey: string, body: object, flags = ''): string =>
    [
      `curl -sS${flags} -w '\\n' ${url}/api/v1/agent/${operation}`,
      `-H 'Authorization: Bearer ${key}'`,
      "-H 'Content-Type: application/json'",
      `-H 'Idempotency-Key: ${idempotencyKey}'`,
      `-d '${JSON.stringify(body)}'`,
    ].join(' ');
  const draft = { profileId: 'prof_aurora', conversationId: 'conv_maya', message: sampleMessage };
  const handoff = { conversationId: 'conv_marc', confirm: true, reason: 'wants money back' };

  printer.line(
    'This is a first start, so there is a demonstration: an agency with two invented creators and thirty conversations.',
  );
  printer.line();
  printer.line(`  ${bold(key)}`);
  printer.line(`  ${yellow('Its key, shown this once.')}`);
  printer.line();
  for (const [title, command] of [
    [
      'A draft: what a fan wants, how risky it is, and a reply in approved words.',
      post('draft', 'first-draft-1', draft),
    ],
    [
      'The same again: the stored answer, with the header idempotency-replayed: true. Nothing is charged again.',
      post('draft', 'first-draft-1', draft, 'i'),
    ],
    [
      "A handoff: Marc's conversation waits for its creator, who is told once.",
      post('handoff', 'first-handoff-1', handoff),
    ],
  ] as const) {
    printer.line(dim(`# ${title}`));
    printer.line(cyan(command));
    printer.line();
  }
  printer.line(dim('Look around: npm run -s understudy -- --help      Start without it: npm start -- --no-demo'));
}
