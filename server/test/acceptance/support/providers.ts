import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { botToken } from '../../connections/fake-provider.ts';
import type { FakeMailbox } from '../../connections/support/fake-imap.ts';
import type { Inbox } from './inbox.ts';

const profile = ['--profile', 'prof_aurora'];
const atOnce = ['--quiet-seconds', '0', '--max-wait-seconds', '1'];
const ownAddress = 'aurora@example.org';

/**
 * Adds a connection of a kind, and passes its secrets in files, as the command requires.
 * @returns the command's output
 */
export async function connectKind(
  inbox: Inbox,
  id: string,
  kind: string,
  { options = [], secrets = {} }: { options?: readonly string[]; secrets?: Readonly<Record<string, string>> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-secrets-'));
  try {
    const files: string[] = [];
    for (const [name, secret] of Object.entries(secrets)) {
      await writeFile(join(folder, name), secret);
      files.push(`--secret-file=${name}=${join(folder, name)}`);
    }
    const named = [...profile, '--kind', kind, '--id', id];
    return await inbox.command('connections', 'create', ...named, ...atOnce, ...options, ...files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds a Telegram connection. `code` binds its account. */
export function connectTelegram(inbox: Inbox): Promise<{ code: string }> {
  return connectKind(inbox, 'con_tg', 'telegram', { secrets: { botToken } });
}

/** Adds a mailbox connection. */
export async function connectMailbox(inbox: Inbox, box: FakeMailbox): Promise<void> {
  const values = { host: 'localhost', port: String(box.port), user: ownAddress, address: ownAddress };
  const options = Object.entries(values).map(([name, value]) => `--set=${name}=${value}`);
  await connectKind(inbox, 'con_mail', 'email', { options, secrets: { password: 'an app password' } });
}

/** Returns the settings with which a service reaches a simulated mailbox on this machine. */
export function mailboxEnv(box: FakeMailbox): Readonly<Record<string, string>> {
  return {
    UNDERSTUDY_ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    UNDERSTUDY_MAIL_LOOK_SECONDS: '1',
    NODE_EXTRA_CA_CERTS: box.certificate,
  };
}

/** A connection as `connections list` shows it. */
export interface ListedConnection {
  readonly id: string;
  readonly state: string;
  readonly account: string | null;
  readonly code: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export async function connectionOf(inbox: Inbox, id: string): Promise<ListedConnection> {
  const listed: ListedConnection[] = await inbox.command('connections', 'list');
  const found = listed.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no connection ${id}`);
  return found;
}

export interface ListedConversation {
  readonly id: string;
  readonly connectionId: string | null;
  readonly threadId: string;
  readonly messages: number;
}

export async function conversationsOf(inbox: Inbox, connectionId: string): Promise<ListedConversation[]> {
  const listed: ListedConversation[] = await inbox.command('conversations', 'list');
  return listed.filter((one) => one.connectionId === connectionId);
}
