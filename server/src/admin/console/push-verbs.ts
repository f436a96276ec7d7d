import { generateKeyPairSync } from 'node:crypto';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { type PushDevice, PushKeys } from '../../domain/push-device.ts';
import type { Sealer } from '../../lib/sealing.ts';
import { createValidator } from '../../lib/validator.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';

/**
 * Creates the actions that turn push notifications on and off in a person's own browser. The notifications are about
 * conversations that need a person. They end with the session.
 */
export function createPushVerbs({
  store,
  sealer,
}: {
  store: Pick<Store, 'pushTargets' | 'keepPush'>;
  sealer: Pick<Sealer, 'seal' | 'open'>;
}) {
  const readKeys = createValidator(PushKeys, { subject: 'the ticket' });
  return {
    async read(workspaceId: string, { sessionId }: SessionRecord): Promise<ConsoleOutput<'readPush'>> {
      const targets = await store.pushTargets({ workspaceId });
      return { isOn: targets.some((target) => target.sessionId === sessionId) };
    },

    /**
     * Creates a key pair for this browser only. The ticket contains the private key. If the service has a sealing key,
     * the private key is sealed.
     */
    begin({ sessionId }: SessionRecord): ConsoleOutput<'beginPush'> {
      const keys = createPushKeys();
      return { publicKey: keys.publicKey, ticket: sealer.seal(JSON.stringify(keys), placeOf(sessionId)) };
    },

    /**
     * Stores a browser's subscription. @throws ConsoleError `console_input_invalid` when the ticket does not belong to
     * this session
     */
    async turnOn({ sessionId }: SessionRecord, { ticket, subscription }: ConsoleInput<'turnOnPush'>): Promise<void> {
      const keys = readKeys(parse(sealer.open(ticket, placeOf(sessionId))));
      if (!keys.ok) {
        const message = 'The ticket does not belong to this browser and session. Start again.';
        throw new ConsoleError('console_input_invalid', { message, fields: [{ path: 'ticket', message }] });
      }
      const device: PushDevice = { ...subscription, ...keys.value };
      await store.keepPush({ sessionId, push: JSON.stringify(device) });
    },

    async turnOff({ sessionId }: SessionRecord): Promise<void> {
      await store.keepPush({ sessionId, push: null });
    },
  };
}

const placeOf = (sessionId: string) => `push ticket of ${sessionId}`;

function createPushKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
