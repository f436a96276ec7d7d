import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { runInside } from '../../cli/support/understudy.ts';
import { postHook } from '../../connections/support/signed.ts';
import { sampleWorkspace } from '../../support/world.ts';
import type { TestEvent } from './events.ts';

export interface InboxOptions {
  /** Additional options for `connections create`. */
  readonly connection?: readonly string[];
  readonly workspace?: Partial<WorkspaceEntry>;
}

export interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the checks verify its form
  readonly body: any;
  readonly isReplay: boolean;
}

/** A workspace with one connection, and the calls of the programs that deliver events and send replies. */
export interface Inbox {
  readonly workspaceId: string;
  readonly url: string;
  readonly hook: string;
  readonly secret: string;
  /**
   * Runs a command on the workspace and parses its JSON.
   * @throws if its exit code is not 0
   */
  // biome-ignore lint/suspicious/noExplicitAny: the checks verify its form
  command(...args: string[]): Promise<any>;
  /** Runs a command that may fail, and returns its result. */
  attempt(...args: string[]): ReturnType<typeof runInside>;
  call(path: string, init?: { body?: unknown; idempotencyKey?: string }): Promise<ApiAnswer>;
  /** Delivers events in one signed request, and returns their outcomes. */
  take(...events: readonly TestEvent[]): Promise<string[]>;
  /** Reimports the workspace with changes. */
  change(workspace: Partial<WorkspaceEntry>): Promise<void>;
  /** Returns the first item that is ready. Waits up to 20 seconds. */
  // biome-ignore lint/suspicious/noExplicitAny: the checks verify its form
  readyItem(): Promise<any>;
  claim(outboxId: string, idempotencyKey?: string): Promise<ApiAnswer>;
  drafts(): Promise<DraftView[]>;
  /** Returns the number of units that connected inboxes have used this month. */
  units(): Promise<number>;
  /** Waits until a condition is met, up to `withinMs`. */
  until(what: string, isMet: () => Promise<boolean>, withinMs?: number): Promise<void>;
}

export interface DraftView {
  readonly id: string;
  readonly conversationId: string;
  readonly connectionId: string | null;
  readonly state: string;
  readonly messages: number;
  readonly reply: string;
  readonly outboxId: string | null;
  readonly riskLevel: string;
}

/** Creates the workspace, its connection and its key with the command line, as an operator does. */
export async function openInbox(
  url: string,
  env: Readonly<Record<string, string>>,
  { connection = [], workspace = {} }: InboxOptions = {},
): Promise<Inbox> {
  const workspaceId = `ws_${randomUUID().slice(0, 8)}`;
  const place = { ...env, UNDERSTUDY_PUBLIC_URL: url };
  const entry = { ...sampleWorkspace(workspaceId), conversations: [], ...workspace };
  const attempt: Inbox['attempt'] = (...args) => runInside([...args, '--workspace', workspaceId, '--json'], place);
  const command: Inbox['command'] = async (...args) => {
    const ended = await attempt(...args);
    assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}`);
    return ended.json();
  };
  const change: Inbox['change'] = async (changes) => {
    const document = JSON.stringify({ workspaces: [{ ...entry, ...changes }] });
    const ended = await runInside(['import', '-'], place, document);
    assert.equal(ended.code, 0, ended.stderr);
  };
  await change({});
  const made = ['--profile', 'prof_aurora', '--kind', 'generic', '--id', 'con_ig'];
  const { receiverUrl: hook, secret } = await command('connections', 'create', ...made, ...connection);
  const scopes = 'events:write,outbox:read,outbox:write,replies:write';
  const { key } = await command('keys', 'create', '--name', 'sender', '--scopes', scopes);
  const call: Inbox['call'] = async (path, { body, idempotencyKey } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const isReplay = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, body: await response.json(), isReplay };
  };
  const take: Inbox['take'] = async (...events) => {
    const { status, body } = await postHook(hook, { events }, { secret });
    assert.equal(status, 200, JSON.stringify(body));
    return (body.results ?? []).map(({ outcome }) => outcome);
  };
  return {
    workspaceId,
    url,
    hook,
    secret,
    command,
    attempt,
    call,
    take,
    change,
    async readyItem() {
      const { status, body } = await call('/api/v1/outbox?profileId=prof_aurora&wait=20');
      assert.equal(status, 200, JSON.stringify(body));
      const [item] = body.items;
      assert.ok(item !== undefined, 'nothing became ready within 20 seconds');
      return item;
    },
    claim: (outboxId, idempotencyKey = randomUUID()) =>
      call('/api/v1/outbox/claims', { body: { profileId: 'prof_aurora', outboxId }, idempotencyKey }),
    drafts: () => command('drafts', 'list'),
    units: async () => (await command('usage')).totals.bySource.inbox,
    until,
  };
}

async function until(what: string, isMet: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isMet())) {
    assert.ok(performance.now() < deadline, `this did not happen within ${withinMs / 1_000} seconds: ${what}`);
    await delay(200);
  }
}
