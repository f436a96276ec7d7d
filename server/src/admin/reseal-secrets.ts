import { connectionSecretPlace } from '../domain/inbox/connection.ts';
import { receiverSecretPlace } from '../domain/inbox/receiver.ts';
import type { Sealer } from '../lib/sealing.ts';
import type { Store } from '../store/port.ts';
import { placeOfSecret } from '../store/sealed-secrets.ts';

export interface Resealed {
  /** The number of secrets that were stored unsealed and are now sealed. */
  readonly sealed: number;
  /** The number of secrets that were sealed with an older key and are now sealed with the newest one. */
  readonly resealed: number;
  readonly unchanged: number;
  /** The workspaces and the operator's shared receivers with secrets that no key opens. */
  readonly unopened: readonly string[];
}

/**
 * Seals every stored secret with the newest key. Skips a secret that another process replaces at the same time. Then
 * removes unsealed secrets from the store's files. Does nothing if there is no key.
 * @throws StoreUnavailable
 */
export async function resealSecrets(
  store: Pick<
    Store,
    'storedSecrets' | 'replaceSecret' | 'sealedSecrets' | 'replaceSealed' | 'listReceivers' | 'receiverStep' | 'scrub'
  >,
  sealer: Sealer,
): Promise<Resealed> {
  let [sealed, resealed, unchanged] = [0, 0, 0];
  const unopened = new Set<string>();
  async function reseal(value: string, workspaceId: string, place: string, replace: (to: string) => Promise<boolean>) {
    const secret = sealer.open(value, place);
    // Push keys belong to no workspace, and are removed with their session.
    if (secret === null && workspaceId === '') unchanged += 1;
    else if (secret === null) unopened.add(workspaceId);
    else if (!sealer.canSeal || !sealer.isOutdated(value)) unchanged += 1;
    else if (!(await replace(sealer.seal(secret, place)))) unchanged += 1;
    else if (secret === value) sealed += 1;
    else resealed += 1;
  }
  for (const { value, ...of } of await store.storedSecrets()) {
    const place = placeOfSecret(of);
    await reseal(value, of.workspaceId, place, (to) => store.replaceSecret({ ...of, from: value, to }));
  }
  for (const of of await store.sealedSecrets()) {
    const place = connectionSecretPlace(of.workspaceId, of.connectionId);
    await reseal(of.sealed, of.workspaceId, place, (next) => store.replaceSealed({ ...of, next }));
  }
  for (const { receiverId, workspaceId, secrets } of await store.listReceivers({ only: 'all' })) {
    for (const { name, sealed: before } of secrets) {
      const replace = (next: string) =>
        store.receiverStep({ receiverId, name: 'replaceSealed', input: { name, sealed: before, next } });
      await reseal(before, workspaceId ?? receiverId, receiverSecretPlace(receiverId, name), replace);
    }
  }
  if (sealed > 0) await store.scrub();
  return { sealed, resealed, unchanged, unopened: [...unopened] };
}
