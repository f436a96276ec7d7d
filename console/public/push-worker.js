// Shows that somebody needs this person, and opens the workspace when the notification is pressed. It keeps nothing and
// answers no requests. The service sends a kind and ids, never a name or a text: the words are these.
const words = {
  handoff: 'Someone needs you',
  allowance: 'Your monthly replies are running out',
  test: 'This is a test: notifications reach you here',
};

self.addEventListener('push', (event) => {
  const { kind, id, workspaceId } = event.data?.json() ?? {};
  const shown = self.registration.showNotification(words[kind] ?? words.handoff, {
    // A notification that comes twice takes the place of the first.
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

/** An open page of the console goes there; without one, a new page opens. */
async function show(address) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) return self.clients.openWindow(address);
  await open.focus();
  return open.navigate(address).catch(() => self.clients.openWindow(address));
}
