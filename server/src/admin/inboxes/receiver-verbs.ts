import { randomBytes, randomInt } from 'node:crypto';
import { type ConnectionKind, kindOf, stepsOf, transportOf } from '../../domain/inbox/kinds/kinds.ts';
import {
  isAt,
  type LinkPlace,
  type ReceiverRecord,
  receiverProblems,
  receiverSecretPlace,
} from '../../domain/inbox/receiver.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import type { Sealer } from '../../lib/sealing.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { type GivenSource, generatedSecrets, readSource } from './read-source.ts';

/** The public view of a connection's source of messages. */
export interface SourceView {
  readonly receiverId: string;
  readonly receiverUrl: string;
  readonly transport: string;
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The bound account; null before binding. An empty string stands for any account, because the secret alone identifies
   * the account.
   */
  readonly account: string | null;
  /** The code that the creator sends from the account to bind the account; null if no code is needed. */
  readonly code: string | null;
  /** The reason why no messages are arriving, in words; null if there is no problem. */
  readonly problem: { readonly code: string; readonly message: string; readonly since: string } | null;
  /** The steps for the creator, in order. */
  readonly steps: readonly string[];
}

export interface ReceiverView {
  readonly receiverId: string;
  readonly receiverUrl: string;
  readonly kind: ConnectionKind;
  /** Null if the receiver belongs to the operator. */
  readonly workspaceId: string | null;
  readonly transport: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly connections: number;
  /** The number of events from accounts that belong to no connection. */
  readonly dropped: number;
  readonly problem: SourceView['problem'];
  readonly createdAt: string;
}

/**
 * Returns the URL at which the provider calls a receiver. `baseUrl` is the address at which callers reach the service.
 */
export function receiverAddress(baseUrl: string, receiverId: string): string {
  return `${baseUrl}/hooks/${receiverId}`;
}

/** Creates the actions on receivers, which deliver the messages of an application, a bot or a mailbox. */
export function createReceiverVerbs(deps: {
  readonly store: Store;
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly baseUrl: string;
}) {
  const { store, sealer, baseUrl } = deps;
  const seal = (receiverId: string, secrets: Readonly<Record<string, string>>) =>
    Object.entries(secrets).map(([name, secret]) => ({
      name,
      sealed: sealer.seal(secret, receiverSecretPlace(receiverId, name)),
    }));

  return {
    /** Creates a receiver. Its generated secrets are shown only once. @throws OperatorError */
    async create(input: GivenSource & { kind: ConnectionKind; workspaceId: string | null }) {
      const { kind, workspaceId } = input;
      const { secrets, ...source } = readSource(kind, input);
      const made = generatedSecrets(kind, source.transport);
      const receiverId = newReceiverId();
      const sealed = seal(receiverId, { ...secrets, ...made }).map((secret) => ({ ...secret, endsAt: null }));
      const record: ReceiverRecord = {
        receiverId,
        kind,
        workspaceId,
        ...source,
        secrets: sealed,
        links: [],
        memory: {},
        problem: null,
        dropped: 0,
        lease: null,
        createdAt: 0,
      };
      await store.receiverStep({ receiverId, name: 'put', input: { record } });
      return { record, secrets: made };
    },

    /** Finds a receiver that a connection may use: one that belongs to its workspace or to the operator. @throws OperatorError */
    async usable(receiverId: string, kind: ConnectionKind, workspaceId: string): Promise<ReceiverRecord> {
      const record = await store.findReceiver({ receiverId });
      const isOpen = record !== null && (record.workspaceId === null || record.workspaceId === workspaceId);
      if (!isOpen || record.kind !== kind)
        throw new OperatorError(`There is no "${kind}" receiver "${printableName(receiverId)}".`);
      return record;
    },

    /**
     * Lets a receiver deliver messages to a connection. A code binds the account, unless the secret alone identifies
     * it.
     * @throws OperatorError
     */
    async link(record: ReceiverRecord, place: LinkPlace): Promise<void> {
      const { binding, accountField } = kindOf(record.kind);
      const isOwn = record.workspaceId === place.workspaceId;
      const named = accountField === undefined ? undefined : record.fields[accountField];
      const accountId = !isOwn ? null : binding === 'secret' ? '' : (named ?? null);
      const account = accountId === null ? { accountId, code: newCode() } : { accountId, code: null };
      await store.receiverStep({ receiverId: record.receiverId, name: 'link', input: { ...place, ...account } });
    },

    async unlink(place: LinkPlace): Promise<void> {
      for (const { receiverId, links } of await store.listReceivers({ workspaceId: place.workspaceId })) {
        if (!links.some((link) => isAt(link, place))) continue;
        await store.receiverStep({ receiverId, name: 'unlink', input: place });
      }
    },

    /** Changes a receiver's values. Omitted values stay unchanged. @throws OperatorError */
    async configure(record: ReceiverRecord, given: GivenSource): Promise<void> {
      const { receiverId, kind } = record;
      const transport = given.transport ?? record.transport;
      const isPartial = transport === record.transport;
      const { secrets, ...source } = readSource(kind, { ...given, transport }, { isPartial });
      const fields = isPartial ? { ...record.fields, ...source.fields } : source.fields;
      const input = { ...source, fields, secrets: seal(receiverId, secrets), overlapMs: 0 };
      await store.receiverStep({ receiverId, name: 'configure', input });
    },

    /**
     * Regenerates the secrets that Understudy generates. The previous ones stay valid for the overlap. @throws
     * OperatorError
     */
    async renewSecrets(record: ReceiverRecord, overlapMs: number): Promise<Record<string, string>> {
      const { receiverId, kind, transport, isPulled, fields } = record;
      const made = generatedSecrets(kind, transport);
      if (Object.keys(made).length === 0)
        throw new OperatorError(
          'Understudy cannot renew this secret, because the provider creates it. Create a new one at the provider, then set it with "understudy connections configure".',
        );
      const input = { transport, isPulled, fields, secrets: seal(receiverId, made), overlapMs };
      await store.receiverStep({ receiverId, name: 'configure', input });
      return made;
    },

    /** Lists all receivers, of the operator and of workspaces, sorted by id. */
    async list(): Promise<ReceiverView[]> {
      return (await store.listReceivers({ only: 'all' })).map(viewOf);
    },

    view: viewOf,

    /**
     * Describes the source of a connection's messages; returns null while the connection has no receiver. `secrets`
     * contains the new secrets, which are shown only once.
     */
    source(
      record: ReceiverRecord | null,
      place: LinkPlace,
      secrets: Readonly<Record<string, string>> = {},
    ): SourceView | null {
      const link = record?.links.find((one) => isAt(one, place));
      if (record === null || link === undefined) return null;
      const { receiverId, kind, transport, fields } = record;
      const problem = problemOf(link.problem ?? record.problem);
      const receiverUrl = receiverAddress(baseUrl, receiverId);
      const unshown = Object.fromEntries(record.secrets.map(({ name }) => [name, '…']));
      const values = { ...unshown, ...fields, ...secrets, receiverUrl, code: link.code };
      const own = transportOf(kind, transport);
      return {
        receiverId,
        receiverUrl,
        transport,
        fields,
        account: link.accountId,
        code: link.code,
        problem,
        steps: own === null ? [] : stepsOf(own, values),
      };
    },
  };

  function viewOf(record: ReceiverRecord): ReceiverView {
    const { receiverId, kind, workspaceId, transport, fields, links, dropped, createdAt } = record;
    const problem = problemOf(record.problem);
    return {
      receiverId,
      receiverUrl: receiverAddress(baseUrl, receiverId),
      kind,
      workspaceId,
      transport,
      fields,
      connections: links.length,
      dropped,
      problem,
      createdAt: isoTime(createdAt),
    };
  }
}

function problemOf(problem: ReceiverRecord['problem']): SourceView['problem'] {
  if (problem === null) return null;
  return { code: problem.code, message: receiverProblems[problem.code], since: isoTime(problem.at) };
}

export function newReceiverId(): string {
  return `rcv_${randomBytes(16).toString('base64url')}`;
}

const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a code of 49 random bits, which nobody types by accident. */
function newCode(): string {
  const letters = Array.from({ length: 10 }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  return `understudy-${letters.slice(0, 5)}-${letters.slice(5)}`;
}
