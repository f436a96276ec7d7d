import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Answers a POST with the path of a Chromium with the address at which the one Chromium of the run accepts
     * connections.
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
  // Without a graphics card, software rasterization takes a third of the cost of a page.
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
  '--disable-smooth-scrolling',
];

/** One Chromium for the whole run, started when the first test needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | null = null;
  const desk = createServer(async (request, response) => {
    try {
      const executablePath = await text(request);
      browser ??= chromium.launchServer({ executablePath, args, host: '127.0.0.1' });
      response.end((await browser).wsEndpoint());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const { port } = desk.address() as AddressInfo; // the address of a TCP server is never a string
  project.provide('chromiumDesk', `http://127.0.0.1:${port}`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    await (await browser)?.close();
  };
}
