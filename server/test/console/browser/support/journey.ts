import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Place } from '../../../cli/support/places.ts';
import { type ServiceInside, serveInside } from '../../../support/service-inside.ts';
import { openBrowser } from './browser.ts';

export const owner = { name: 'Ada Owner', email: 'ada@aurora.example', password: 'a long enough password' };

/** A real service, by default with the demo workspace, and pages of its console in a real browser. */
export interface Journey {
  /** The URL has a host name instead of an IP address, because browsers create passkeys only for host names. */
  readonly url: string;
  readonly setUpLink: string;
  /** Opens a page in a new person's browser, and collects the errors in its log. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * Opens a page with the session of a new first account. The account is created with the request that the form sends,
   * which takes half the CPU time of filling in the form.
   */
  openAsOwner(options?: BrowserContextOptions): Promise<Page>;
  /** Returns errors in pages' logs, violations of their policy, and requests to other hosts. */
  complaints(): readonly string[];
  stopService(): Promise<void>;
  startAgain(): Promise<void>;
}

export async function startJourney(place: Place): Promise<Journey> {
  const env = { UNDERSTUDY_DEMO: 'true', ...place };
  let service = await serveInside(env);
  const { port } = new URL(service.url);
  onTestFinished(async () => void (await service.stop()));
  const setUpLink = await linkOf(service);
  const url = `http://localhost:${port}`;
  const complaints: string[] = [];

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await openBrowser(options);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('console', (line) => {
      // Tests cause requests to fail on purpose, and the page reports these failures itself.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) complaints.push(line.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url()))
        complaints.push(`a request to ${request.url()}`);
    });
    return page;
  }

  return {
    url,
    setUpLink,
    openPage,
    async openAsOwner(options) {
      const page = await openPage(options);
      const answer = await page.request.post(`${url}/console/api/set-up`, {
        headers: { 'x-understudy-console': '1' },
        data: { token: new URL(setUpLink).hash.slice(1), ...owner },
      });
      if (!answer.ok()) throw new Error(`the first account was refused: ${answer.status()} ${await answer.text()}`);
      const [first] = (await answer.json()).workspaces;
      await page.goto(`${url}/console/w/${first.id}/start`);
      await page.getByRole('heading', { name: /^Welcome to/ }).waitFor();
      return page;
    },
    complaints: () => complaints,
    stopService: async () => void (await service.stop()),
    async startAgain() {
      service = await serveInside({ ...env, PORT: port });
    },
  };
}

export async function makeFirstAccount(page: Page): Promise<void> {
  await fillFirstAccount(page);
  await page.getByRole('heading', { name: /^Welcome to/ }).waitFor();
}

export async function fillFirstAccount(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Fills in and submits the sign-in form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Calls the console's API as the page does, for steps that are not part of the tested journey. */
export async function ask(
  page: Page,
  method: string,
  path: string,
  body: unknown = {},
): Promise<Record<string, unknown>> {
  const request = {
    method,
    headers: { 'x-understudy-console': '1', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  };
  const script = `fetch('/console/api${path}', ${JSON.stringify(request)}).then(async (answer) => [answer.status, await answer.json()])`;
  const [status, answer] = (await page.evaluate(script)) as [number, Record<string, unknown>];
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Calls the agent API with a key. */
export async function callAgent(url: string, key: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/agent/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `journey-${crypto.randomUUID()}`,
    },
    body: JSON.stringify(body),
  });
}

async function linkOf(service: ServiceInside): Promise<string> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const link = /http:\S+\/console\/set-up#[\w-]+(?=\s)/.exec(service.output())?.[0];
    if (link !== undefined) return link;
    await delay(50);
  }
  throw new Error(`no set-up link was printed:\n${service.output()}`);
}
