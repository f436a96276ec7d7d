/** The part of a browser's subscription that the service stores. */
export interface GivenSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Returns true if this browser can show notifications while the console is closed. */
export function canBePushed(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/**
 * Subscribes this browser with the service's key and replaces an earlier subscription.
 * @throws Error with a message for the user if the user or the browser denies it
 */
export async function subscribe(publicKey: string): Promise<GivenSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'Your browser does not allow notifications from this address. Allow them in its settings, then try again.',
    );
  await navigator.serviceWorker.register(workerAddress(), { scope: '/console/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (endpoint === undefined || keys === undefined)
    throw new Error('Your browser could not subscribe to notifications. Check its connection, then try again.');
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** Ends this browser's subscription, if it has one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/console/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

interface TrustedScripts {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(given: string): string };
}

/**
 * Returns the worker's URL. The content security policy of the console's pages accepts the URL only from a named
 * Trusted Types policy, which allows no other URL.
 */
function workerAddress(): string {
  const address = '/console/push-worker.js';
  // Some browsers do not support Trusted Types, and TypeScript's types do not include them.
  const { trustedTypes } = window as { trustedTypes?: TrustedScripts };
  policy ??= trustedTypes?.createPolicy('understudy-push', { createScriptURL: () => address }) ?? null;
  return policy === null ? address : policy.createScriptURL(address);
}

let policy: ReturnType<TrustedScripts['createPolicy']> | null = null;
