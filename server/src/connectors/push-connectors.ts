import type { ConnectionKind } from '../domain/inbox/kinds/kinds.ts';
import type { FoundReceiver, ReceiverRecord } from '../domain/inbox/receiver.ts';
import { receiverSecretPlace } from '../domain/inbox/receiver.ts';
import { chatwoot } from './chatwoot/verify.ts';
import type { PushConnector, ReceiverView } from './connector.ts';
import { mailService } from './email/services.ts';
import { instagram, messenger, whatsapp } from './meta/verify.ts';
import { telegramPush } from './telegram/verify.ts';

/** The connectors of the kinds whose providers call the service. `generic` has its own contract. */
const pushConnectors: Readonly<Partial<Record<ConnectionKind, PushConnector>>> = {
  telegram: telegramPush,
  chatwoot,
  instagram,
  messenger,
  whatsapp,
};

/** Returns the connector for calls to a receiver; null if no provider calls it. */
export function pushConnectorOf({ kind, isPulled, transport }: ReceiverRecord): PushConnector | null {
  if (isPulled) return null;
  return kind === 'email' ? mailService(transport) : (pushConnectors[kind] ?? null);
}

/**
 * Returns the part of a receiver that a connector may use. `open` opens a sealed secret, and returns null if no key
 * opens it.
 */
export function viewOf(
  { receiverId, fields, memory, secrets, now }: FoundReceiver,
  open: (sealed: string, place: string) => string | null,
): ReceiverView {
  return {
    fields,
    memory,
    secrets: (name) =>
      secrets
        .filter((secret) => secret.name === name && (secret.endsAt === null || secret.endsAt > now))
        .flatMap(({ sealed }) => open(sealed, receiverSecretPlace(receiverId, name)) ?? []),
  };
}
