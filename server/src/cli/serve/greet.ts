import { createAccountVerbs } from '../../admin/accounts/account-verbs.ts';
import { demoClassifier } from '../../admin/demo-classifiers.ts';
import { readDemoDocument } from '../../admin/demo-document.ts';
import { createKeyVerbs } from '../../admin/key-verbs.ts';
import { agentScopes } from '../../domain/scopes.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import type { Printer } from '../printer.ts';

/**
 * Prints the service's address. If the store has no workspace and `wantsDemo` is true, creates the demo and shows its
 * key once.
 */
export async function greet(options: {
  printer: Printer;
  store: Store;
  classifiers: Pick<ClassifierShelf, 'teach'>;
  url: string;
  wantsDemo: boolean;
}): Promise<void> {
  const { printer, store, classifiers, url, wantsDemo } = options;
  const { bold, cyan, dim } = printer.colours;
  const workspaces = await store.listWorkspaces();
  printer.line(`${bold('Understudy')} listens on ${bold(cyan(url))}   ${dim(`description: ${url}/docs`)}`);
  if (workspaces.length === 0 && wantsDemo) {
    return makeDemo({ printer, store, classifiers, url });
  }
  if (workspaces.length === 0) {
    printer.line('The store has no workspaces yet. Import one:');
    printer.line(`  ${cyan('npm run -s understudy -- import FILE')}`);
    return;
  }
  printer.line(`${workspaces.length === 1 ? '1 workspace' : `${workspaces.length} workspaces`}. To create a key:`);
  const [first] = workspaces;
  const workspaceId = workspaces.length === 1 && first !== undefined ? first.workspaceId : 'ID';
  printer.line(`  ${cyan(`npm run -s understudy -- keys create --workspace ${workspaceId} --name NAME --scopes all`)}`);
}

/** Prints the console's address. If there is no account yet, prints the link that creates the first account. */
export async function showSetUpLink(options: {
  printer: Printer;
  store: Store;
  url: string;
  publicUrl: string | null;
}): Promise<void> {
  const { printer, store, url, publicUrl } = options;
  const { cyan, dim } = printer.colours;
  // Browsers create passkeys for host names, not for IP addresses.
  const base = publicUrl ?? url.replace('//127.0.0.1:', '//localhost:');
  const link = await createAccountVerbs({ store, attemptsPerAddress: 1 }).makeSetUpLink();
  if (link === null) return printer.line(`Console: ${cyan(`${base}/console/`)}`);
  printer.line(
    `Console: create the first account with this link, ${dim('once, within a day; each start creates a new one')}:`,
  );
  printer.line(`  ${cyan(`${base}/console/set-up#${link.token}`)}`);
}

const workspaceId = 'ws_demo';
/** One message with two questions, which a single approved item answers. */
const sampleMessage = 'How much is a place in the wheel class, clay included?';

/**
 * Fills an empty store with the demo. Shows the demo's key, which is shown only once, and three commands that use the
 * key.
 */
async function makeDemo(options: {
  printer: Printer;
  store: Store;
  classifiers: Pick<ClassifierShelf, 'teach'>;
  url: string;
}): Promise<void> {
  const { printer, store, classifiers, url } = options;
  const document = await readDemoDocument(Date.now());
  await store.importDocument(document, { forceState: false, dryRun: false });
  for (const { id, profiles = [] } of document.workspaces)
    for (const { id: profileId, persona = {} } of profiles) {
      const shipped = demoClassifier(profileId, persona);
      if (shipped !== null) await store.keepClassifier({ workspaceId: id, profileId, ...shipped });
      // Uses the stored classifier if it matches the persona, and trains one otherwise.
      await classifiers.teach({ workspaceId: id, profileId, persona });
    }
  const { key } = await createKeyVerbs({ store, now: Date.now }).create({
    workspaceId,
    name: 'Demo',
    scopes: agentScopes,
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

  printer.line('This first start created a demo: an agency with two example creators and thirty conversations.');
  printer.line();
  printer.line(`  ${bold(key)}`);
  printer.line(`  ${yellow("The demo's key. It is not shown again.")}`);
  printer.line();
  for (const [title, command] of [
    [
      'A draft shows what a fan asks for, how risky the message is, and a reply in approved words.',
      post('draft', 'first-draft-1', draft),
    ],
    [
      'The same request again returns the stored response, with the header idempotency-replayed: true. It is not charged again.',
      post('draft', 'first-draft-1', draft, 'i'),
    ],
    [
      "A handoff leaves Marc's conversation to its creator, who gets one notification.",
      post('handoff', 'first-handoff-1', handoff),
    ],
  ] as const) {
    printer.line(dim(`# ${title}`));
    printer.line(cyan(command));
    printer.line();
  }
  printer.line(
    dim('See all commands: npm run -s understudy -- --help      Start without the demo: npm start -- --no-demo'),
  );
}
