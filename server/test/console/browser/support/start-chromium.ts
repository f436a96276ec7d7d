import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The URL that returns the address of the run's one Chromium. A POST request contains the path of the Chromium to
     * start.
     */
    chromiumDesk: string;
  }
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Disables rasterization, which takes a third of a page's CPU time on a machine without a graphics card.
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
  '--disable-smooth-scrolling',
];

/** Starts one Chromium for the whole run, when the first test needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | null = null;
  const desk = createServer(async (request, response) => {
    try {
      const executablePath = await text(request);
      browser ??= chromium.launchServer({ executablePath, args, host: '127.0.0.1', timeout: 180_000 });
      response.end((await browser).wsEndpoint());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const { port } = desk.address() as AddressInfo; // a TCP server's address is never a string
  project.provide('chromiumDesk', `http://127.0.0.1:${port}`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    await (await browser)?.close();
  };
}
