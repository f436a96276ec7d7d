import { defineConfig } from 'vite';
import { postedChannel, postedChannelNames } from '../server/src/domain/channels/channel-list.ts';
import { consoleRoutes } from '../server/src/domain/console/routes.ts';

const service = process.env['UNDERSTUDY_CONSOLE_DEV_SERVICE'] ?? 'http://127.0.0.1:8787';

/** The method and path of every route. A page needs nothing else from the contract at run time. */
const routeTable = Object.fromEntries(
  Object.entries(consoleRoutes).map(([name, { method, path }]) => [name, [method, path]]),
);

/** The fields of each chat service in the notification form. */
const chatServices = postedChannelNames.map((name) => {
  const { title, fields } = postedChannel(name);
  return { name, title, fields };
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  define: { consoleRouteTable: JSON.stringify(routeTable), consoleChatServices: JSON.stringify(chatServices) },
  build: {
    // The page preloads the files that it needs. Nothing is inlined, because the content security policy forbids it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/console/api': {
        target: service,
        headers: { origin: service },
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => request.removeHeader('sec-fetch-site'));
        },
      },
    },
  },
});
