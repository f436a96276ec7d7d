import {
  type ConnectionRecord,
  type ConnectionSettings,
  type ConnectionState,
  connectionSecretPlace,
  newSettings,
} from '../../domain/inbox/connection.ts';
import type { ConnectionKind } from '../../domain/inbox/kinds/kinds.ts';
import type { LinkPlace, ReceiverRecord } from '../../domain/inbox/receiver.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createId } from '../../lib/ids.ts';
import { printableName } from '../../lib/printable.ts';
import type { Sealer } from '../../lib/sealing.ts';
import { createWebhookSecret } from '../../lib/secrets.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { requireWorkspace } from '../require-workspace.ts';
import { type GivenSource, readSource } from './read-source.ts';
import { createReceiverVerbs, newReceiverId, receiverAddress, type SourceView } from './receiver-verbs.ts';

/** The public view of a connection, without its secrets. */
export interface ConnectionView extends ConnectionSettings, Partial<Omit<SourceView, 'receiverId' | 'receiverUrl'>> {
  readonly id: string;
  readonly profileId: string;
  readonly kind: ConnectionKind;
  readonly workspaceId: string;
  readonly state: ConnectionRecord['state'];
  readonly seesEcho: boolean;
  readonly lastEventAt: string | null;
  readonly createdAt: string;
  /** Null until the first secret is created. The same applies to the receiver's address. */
  readonly receiverId: string | null;
  readonly receiverUrl: string | null;
}

export interface NewConnection extends Partial<ConnectionSettings>, GivenSource {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly kind: ConnectionKind;
  readonly id?: string;
  /** An existing receiver to use in place of a new one; not allowed for the kind "generic". */
  readonly receiverId?: string;
}

/** Creates the actions of an operator or a creator on connections. Callers reach the service at `baseUrl`. */
export function createConnectionVerbs(deps: {
  readonly store: Store;
  readonly sealer: Pick<Sealer, 'seal' | 'canSeal'>;
  readonly baseUrl: string;
}) {
  const { store, sealer, baseUrl } = deps;
  const view = (workspaceId: string, record: ConnectionRecord): ConnectionView => {
    const { connectionId, stateBeforePause: _, secrets: __, lastEventAt, createdAt, ...rest } = record;
    return {
      id: connectionId,
      workspaceId,
      ...rest,
      lastEventAt: isoTime(lastEventAt),
      createdAt: isoTime(createdAt),
      receiverUrl: urlOf(rest.receiverId),
    };
  };
  const urlOf = (receiverId: string | null) => (receiverId === null ? null : receiverAddress(baseUrl, receiverId));
  const receivers = createReceiverVerbs(deps);
  const sourced = (workspaceId: string, record: ConnectionRecord, source: SourceView | null): ConnectionView => {
    const plain = view(workspaceId, record);
    if (source === null) return plain;
    return { ...plain, ...source, state: stateWith(record.state, source.problem) };
  };
  const seal = (workspaceId: string, connectionId: string, secret: string): string =>
    sealer.seal(secret, connectionSecretPlace(workspaceId, connectionId));

  /** Checks that there is a sealing key, because connection secrets are never stored unsealed. @throws OperatorError */
  function requireKey(): void {
    if (sealer.canSeal) return;
    throw new OperatorError(
      'There is no key to encrypt the secret with. On PostgreSQL, set UNDERSTUDY_SEALING_KEYS to a key (openssl rand -base64 32) for the service and for this command.',
    );
  }

  return {
    /**
     * Creates a connection and its first secret, which is shown only once.
     * @throws OperatorError when the profile or workspace does not exist
     */
    async create(
      input: NewConnection,
    ): Promise<ConnectionView & { secret?: string; secrets?: Readonly<Record<string, string>> }> {
      const { workspaceId, profileId, kind } = input;
      requireKey();
      await requireWorkspace(store, workspaceId);
      const known = await store.knownProfiles({ workspaceId, profileIds: [profileId] });
      if (known.length === 0) {
        throw new OperatorError(`Workspace "${workspaceId}" has no profile "${printableName(profileId)}".`);
      }
      const id = input.id ?? createId('con');
      const settings = newSettings({ ...input, id });
      requireOrder(settings);
      const base = {
        ...settings,
        connectionId: id,
        profileId,
        kind,
        state: 'setup',
        stateBeforePause: null,
        seesEcho: false,
        lastEventAt: null,
        createdAt: 0,
      } as const;
      const place = { workspaceId, connectionId: id };
      if (kind !== 'generic') {
        const known =
          input.receiverId === undefined ? null : await receivers.usable(input.receiverId, kind, workspaceId);
        const made =
          known === null ? await receivers.create({ ...input, workspaceId }) : { record: known, secrets: {} };
        const { record, secrets } = made;
        await receivers.link(record, place);
        const connection = await put(workspaceId, { ...base, receiverId: null, secrets: [] }).catch(
          async (error: unknown) => {
            await store.receiverStep({ receiverId: record.receiverId, name: 'unlink', input: place });
            throw error;
          },
        );
        const { receiverId } = record;
        const linked = (await store.findReceiver({ receiverId })) ?? record;
        return { ...sourced(workspaceId, connection, receivers.source(linked, place, secrets)), secrets };
      }
      readSource(kind, input);
      if (input.receiverId !== undefined)
        throw new OperatorError('A "generic" connection has its own receiver. Omit --receiver.');
      const secret = createWebhookSecret();
      const secrets = [{ sealed: seal(workspaceId, id, secret), endsAt: null }];
      const connection = await put(workspaceId, { ...base, receiverId: newReceiverId(), secrets });
      return { ...view(workspaceId, connection), secret };
    },

    /** Lists connections by id. @throws OperatorError when the workspace does not exist */
    async list({ workspaceId }: { workspaceId: string }): Promise<ConnectionView[]> {
      const connections = await store.listConnections({ workspaceId });
      if (connections === null) await requireWorkspace(store, workspaceId);
      const known = (connections ?? []).some(({ kind }) => kind !== 'generic')
        ? await store.listReceivers({ workspaceId })
        : [];
      return (connections ?? []).map((record) => {
        const place = { workspaceId, connectionId: record.connectionId };
        const source = known.map((one) => receivers.source(one, place)).find((one) => one !== null);
        return sourced(workspaceId, record, source ?? null);
      });
    },

    /** Sets or changes the source of a connection's messages. @throws OperatorError */
    async configure(
      input: LinkPlace & GivenSource,
    ): Promise<ConnectionView & { secrets: Readonly<Record<string, string>> }> {
      const { workspaceId, connectionId } = input;
      requireKey();
      const place = { workspaceId, connectionId };
      const { connection, receiver } = await findConnection(place);
      const { kind } = connection;
      if (kind === 'generic')
        throw new OperatorError(
          'A "generic" connection has only a secret. Generate one with "understudy connections secret".',
        );
      if (receiver !== null) requireOwn(receiver);
      const made =
        receiver === null ? await receivers.create({ ...input, kind, workspaceId }) : { record: receiver, secrets: {} };
      const { record, secrets } = made;
      if (receiver === null) await receivers.link(record, place);
      else await receivers.configure(record, input);
      const changed = await store.findReceiver({ receiverId: record.receiverId });
      return { ...sourced(workspaceId, connection, receivers.source(changed, place, secrets)), secrets };
    },

    /**
     * Creates a secret; the previous one stays valid for the overlap.
     * @throws OperatorError when the connection does not exist, has no source, or uses the operator's receiver, or
     * there is no sealing key
     */
    async renewSecret(input: { workspaceId: string; connectionId: string; overlapMs: number }) {
      const { workspaceId, connectionId, overlapMs } = input;
      requireKey();
      const { connection, receiver } = await findConnection(input);
      if (connection.kind !== 'generic') {
        if (receiver === null)
          throw new OperatorError('This connection has no source. Set one with "understudy connections configure".');
        requireOwn(receiver);
        const secrets = await receivers.renewSecrets(receiver, overlapMs);
        const renewed = await store.findReceiver({ receiverId: receiver.receiverId });
        const ends = renewed?.secrets.flatMap(({ name, endsAt }) => (name in secrets ? (endsAt ?? []) : [])) ?? [];
        const previousEndsAt = overlapMs === 0 || ends.length === 0 ? null : isoTime(Math.max(...ends));
        const [secret = ''] = Object.values(secrets);
        return { id: connectionId, receiverUrl: receiverAddress(baseUrl, receiver.receiverId), secret, previousEndsAt };
      }
      const secret = createWebhookSecret();
      const step = {
        connectionId,
        receiverId: newReceiverId(),
        sealed: seal(workspaceId, connectionId, secret),
        overlapMs,
      };
      const renewed = await store.inboxStep({ workspaceId, name: 'renewSecret', input: step });
      if (renewed.outcome === 'not_found') throw await unknown(workspaceId, connectionId);
      const { receiverId, previousEndsAt } = renewed;
      return { id: connectionId, receiverUrl: urlOf(receiverId), secret, previousEndsAt: isoTime(previousEndsAt) };
    },

    /** Pauses, resumes or removes a connection. @throws OperatorError when it does not exist */
    async setState(input: { workspaceId: string; connectionId: string; action: 'pause' | 'resume' | 'remove' }) {
      const { workspaceId, connectionId, action } = input;
      const set = await store.inboxStep({ workspaceId, name: 'setConnectionState', input: { connectionId, action } });
      if (set.outcome === 'not_found') throw await unknown(workspaceId, connectionId);
      if (action === 'remove') await receivers.unlink({ workspaceId, connectionId });
      return { id: connectionId, before: set.before, after: set.after };
    },
  };

  async function put(workspaceId: string, connection: ConnectionRecord): Promise<ConnectionRecord> {
    const done = await store.inboxStep({ workspaceId, name: 'putConnection', input: { connection } });
    if (done.outcome === 'done') return done.connection;
    throw new OperatorError(`The connection "${printableName(connection.connectionId)}" already exists.`);
  }

  async function findConnection(
    place: LinkPlace,
  ): Promise<{ connection: ConnectionRecord; receiver: ReceiverRecord | null }> {
    const { workspaceId, connectionId } = place;
    const all = await store.listConnections({ workspaceId });
    const connection = all?.find((one) => one.connectionId === connectionId);
    if (connection === undefined) throw await unknown(workspaceId, connectionId);
    if (connection.kind === 'generic') return { connection, receiver: null };
    const known = await store.listReceivers({ workspaceId });
    return { connection, receiver: known.find((one) => receivers.source(one, place) !== null) ?? null };
  }

  async function unknown(workspaceId: string, connectionId: string): Promise<OperatorError> {
    await requireWorkspace(store, workspaceId);
    return new OperatorError(
      `Workspace "${workspaceId}" has no connection "${printableName(connectionId)}". "understudy connections list --workspace ${workspaceId}" lists its connections.`,
    );
  }
}

function requireOwn({ workspaceId }: ReceiverRecord): void {
  if (workspaceId === null)
    throw new OperatorError("This connection uses the operator's receiver. Only the operator can change it.");
}

/** Combines the states of a connection and its receiver: broken or degraded if the receiver has a problem. */
function stateWith(state: ConnectionState, problem: SourceView['problem']): ConnectionState {
  if (problem === null || state === 'paused' || state === 'removed') return state;
  return problem.code === 'not_reached' || problem.code === 'gap' ? 'degraded' : 'broken';
}

function requireOrder({ quietSeconds, maxWaitSeconds }: ConnectionSettings): void {
  if (maxWaitSeconds >= quietSeconds) return;
  throw new OperatorError(
    `maxWaitSeconds (${maxWaitSeconds}) must be at least quietSeconds (${quietSeconds}). Raise --max-wait-seconds to at least ${quietSeconds}, or lower --quiet-seconds.`,
  );
}
