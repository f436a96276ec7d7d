import { loadable } from './loadable.tsx';

/**
 * Every workspace page by its address. Each page is in a separate file, which is loaded when the page is first shown.
 */
const loaders = {
  home: async () => (await import('../pages/home/home-page.tsx')).HomePage,
  start: async () => (await import('../pages/account/start-page.tsx')).StartPage,
  'inbox/:tab?/:conversationId?': async () => (await import('../pages/inbox/inbox-page.tsx')).InboxPage,
  'persona/*?': async () => (await import('../pages/persona/persona-page.tsx')).PersonaPage,
  teach: async () => (await import('../pages/teach/teach-page.tsx')).TeachPage,
  playground: async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage,
  usage: async () => (await import('../pages/usage/usage-page.tsx')).UsagePage,
  connections: async () => (await import('../pages/connections/connections-page.tsx')).ConnectionsPage,
  'page/:profileId?/:part?': async () => (await import('../pages/page/page-page.tsx')).PagePage,
  'settings/:part?': async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
  team: async () => (await import('../pages/team/team-page.tsx')).TeamPage,
  account: async () => (await import('../pages/account/account-page.tsx')).AccountPage,
};

export const pages = Object.entries(loaders).map(([path, load]) => ({ path, ...loadable<object>(load) }));

/** Loads the page for an address while the session is still being read. */
export function loadPageOf(address: string): void {
  const section = /\/w\/[^/]+\/([^/]+)/.exec(address)?.[1] ?? 'inbox';
  void pages.find(({ path }) => path.split('/')[0] === section)?.preload();
}

/** Loads the remaining pages while the browser is idle, so that they are available even when the service is not. */
export function loadAllPages(): void {
  for (const { preload } of pages) void preload();
}
