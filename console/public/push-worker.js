// Shows that someone needs this person, and opens the workspace when the person clicks the notification. It stores
// nothing and answers no requests. The service sends only a kind and ids, so this file contains the texts.
const words = {
  handoff: 'Someone needs you',
  allowance: 'Your monthly replies are running out',
  test: 'This is a test. Notifications work on this device.',
};

self.addEventListener('push', (event) => {
  const { kind, id, workspaceId } = event.data?.json() ?? {};
  const shown = self.registration.showNotification(words[kind] ?? words.handoff, {
    // A notification that arrives twice replaces the first one.
    tag: String(id ?? 'understudy'),
    icon: '/console/icon-192.png',
    data: { workspaceId: String(workspaceId ?? '') },
  });
  event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { workspaceId } = event.notification.data;
  const address = workspaceId === '' ? '/console/' : `/console/w/${encodeURIComponent(workspaceId)}`;
  event.waitUntil(show(address));
});

/** Shows an address in an open console page, or in a new window if none is open. */
async function show(address) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) return self.clients.openWindow(address);
  await open.focus();
  return open.navigate(address).catch(() => self.clients.openWindow(address));
}
