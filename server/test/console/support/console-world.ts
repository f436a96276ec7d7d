import { createAccountVerbs } from '../../../src/admin/accounts/account-verbs.ts';
import {
  type ConsoleInput,
  type ConsoleOutput,
  type ConsoleParameters,
  type ConsoleRouteName,
  consoleRoutes,
} from '../../../src/domain/console/routes.ts';
import { createValidator } from '../../../src/lib/validator.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { startWorld, type World, type WorldOptions } from '../../support/world.ts';

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check a body's form; a type would only repeat these checks
  readonly body: any;
}

/** A simulated browser that keeps its cookie and sends requests like a page of the console. */
export interface Browser {
  cookie: string | null;
  /** The cookie that proves an earlier sign-in with this browser. */
  proof: string | null;
  /** Calls a route by its name. Fails unless the call succeeds and its answer matches the route's schema. */
  run<Name extends ConsoleRouteName>(
    name: Name,
    params: ConsoleParameters<Name>,
    input?: ConsoleInput<Name>,
  ): Promise<ConsoleOutput<Name>>;
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<ConsoleAnswer>;
}

export interface ConsoleWorld extends World {
  openBrowser(): Browser;
  /** Returns a browser in which the installation's owner is signed in. */
  owner(): Promise<Browser>;
  /** Returns a browser in which a new account with this role in a workspace is signed in. */
  member(role: string, workspaceId?: string): Promise<Browser>;
}

export const ownerAccount = { email: 'owner@aurora.example', name: 'Ada Owner', password: 'a long enough password' };

/** Starts a service whose console the tests call as browsers do. */
export async function startConsoleWorld(harness: StoreHarness, options: WorldOptions = {}): Promise<ConsoleWorld> {
  const world = await startWorld(harness, options);
  let installer: Promise<Browser> | null = null;
  let members = 0;

  function openBrowser(): Browser {
    const browser: Browser = {
      cookie: null,
      proof: null,
      async run(name, params, input) {
        const { method, output } = consoleRoutes[name];
        const path = pathOf(name, params);
        const query = method === 'GET' && input !== undefined ? `?${new URLSearchParams(Object(input))}` : '';
        const hasBody = method !== 'GET' && input !== undefined;
        const { status, body } = await browser.ask(method, path + query, hasBody ? input : undefined);
        if (status !== 200) throw new Error(`${name} was refused: ${JSON.stringify(body)} ${world.logLines.at(-2)}`);
        if (output === null) throw new Error(`${name} answers with a stream`);
        const fitting = createValidator(output, { subject: 'the answer' })(body);
        if (!fitting.ok) throw new Error(`${name}: ${fitting.faults.map(({ message }) => message).join('; ')}`);
        return body;
      },
      async ask(method, path, body, headers = {}, signal) {
        const response = await fetch(`${world.url}/console/api${path}`, {
          method,
          headers: {
            ...(method === 'GET' ? {} : { origin: world.url, 'x-understudy-console': '1' }),
            'sec-fetch-site': 'same-origin',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            cookie: [browser.cookie, browser.proof].filter((cookie) => cookie !== null).join('; '),
            ...headers,
          },
          body: body === undefined ? undefined : JSON.stringify(body),
          signal,
        });
        for (const set of response.headers.getSetCookie()) {
          const kept = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null);
          browser[set.startsWith('understudy_browser=') ? 'proof' : 'cookie'] = kept;
        }
        const text = await response.text();
        return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
      },
    };
    return browser;
  }

  async function setUp(): Promise<Browser> {
    const link = await createAccountVerbs({ store: world.store, attemptsPerAddress: 20 }).makeSetUpLink();
    const browser = openBrowser();
    const answer = await browser.ask('POST', '/set-up', { token: link?.token, ...ownerAccount });
    if (answer.status !== 200)
      throw new Error(
        `the set-up was refused: ${JSON.stringify(answer.body)} ${world.logLines.at(-2)} ${world.logLines.at(-1)}`,
      );
    return browser;
  }

  function owner() {
    installer ??= setUp();
    return installer;
  }

  return {
    ...world,
    openBrowser,
    owner,
    async member(role, workspaceId = world.workspaceId) {
      const inviter = await owner();
      members += 1;
      const email = `${role}${members}@aurora.example`;
      const invited = await inviter.ask('POST', `/workspaces/${workspaceId}/invitations`, { email, role });
      const token = String(invited.body.link).split('#')[1];
      const browser = openBrowser();
      const account = { name: `${role} ${members}`, password: 'another long password' };
      const answer = await browser.ask('POST', '/invitations/accept', { token, account });
      if (answer.status !== 200) throw new Error(`the invitation was refused: ${JSON.stringify(answer.body)}`);
      return browser;
    },
  };
}

/** Returns a route's path below the console's API, with its parameters filled in. */
export function pathOf(name: ConsoleRouteName, params: Readonly<Record<string, string>>): string {
  return consoleRoutes[name].path.replace(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
}
