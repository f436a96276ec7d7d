import { ConsoleError, type FieldFault } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import {
  type ConnectionKind,
  connectionKinds,
  fieldsOf,
  kindOf,
  stepsOf,
  transportOf,
} from '../../domain/inbox/kinds/kinds.ts';
import type { Sealer } from '../../lib/sealing.ts';
import type { Store } from '../../store/port.ts';
import { type ConnectionView, createConnectionVerbs } from '../inboxes/connection-verbs.ts';
import { healthOf } from './connection-health.ts';

type Shown = ConsoleOutput<'listConnections'>['connections'][number];
interface At {
  readonly workspaceId: string;
  /** The address at which providers reach the service. */
  readonly baseUrl: string;
}

const conversationsSeen = 100;
const secretElsewhere = '(shown only once, when it was created)';

/** Creates the actions that let a workspace's members see its connections, and let its owner change them. */
export function createConsoleConnections({
  store,
  sealer,
}: {
  store: Store;
  sealer: Pick<Sealer, 'seal' | 'canSeal'>;
}) {
  const verbs = (baseUrl: string) => createConnectionVerbs({ store, sealer, baseUrl });

  /** Checks that a connection belongs to the workspace. @throws ConsoleError `console_not_found` */
  async function requireOwn({ workspaceId, baseUrl }: At, connectionId: string): Promise<void> {
    const own = await verbs(baseUrl).list({ workspaceId });
    if (!own.some(({ id }) => id === connectionId)) throw new ConsoleError('console_not_found');
  }

  return {
    async list({ workspaceId, baseUrl }: At): Promise<ConsoleOutput<'listConnections'>> {
      const connections = await verbs(baseUrl).list({ workspaceId });
      const conversations =
        connections.length === 0
          ? []
          : await store.listConversations({ workspaceId, state: null, limit: conversationsSeen });
      const activityOf = (id: string) =>
        conversations.flatMap(({ connectionId, lastMessageAt }) => (connectionId === id ? (lastMessageAt ?? []) : []));
      return {
        connections: connections.map((each) => shown(each, activityOf(each.id), secretElsewhere)),
        kinds: connectionKinds.map(kindView),
      };
    },

    /** Creates a connection. @throws ConsoleError `console_input_invalid` that names each field, or OperatorError */
    async create(
      { workspaceId, baseUrl }: At,
      input: ConsoleInput<'createConnection'>,
    ): Promise<ConsoleOutput<'createConnection'>> {
      const { kind, transport } = readKind(input);
      const faults = missingFields(kind, transport, input);
      if (faults.length > 0) throw new ConsoleError('console_input_invalid', { fields: faults });
      const { name, ...rest } = input;
      const named = name?.trim() ? { name: name.trim() } : {};
      const made = await verbs(baseUrl).create({ ...rest, ...named, workspaceId, kind, transport });
      const { secret, secrets = {}, ...connection } = made;
      const all = Object.entries(secret === undefined ? secrets : { secret });
      const titles = new Map(fieldsOf(kind, transport).map((field) => [field.name, field.title]));
      return {
        connection: shown(connection, [], all[0]?.[1] ?? secretElsewhere),
        secrets: all.map(([field, value]) => ({ title: titles.get(field) ?? field, value })),
      };
    },

    async renewSecret(
      at: At,
      connectionId: string,
      { overlapHours }: ConsoleInput<'renewConnectionSecret'>,
    ): Promise<ConsoleOutput<'renewConnectionSecret'>> {
      await requireOwn(at, connectionId);
      const { workspaceId, baseUrl } = at;
      const overlapMs = overlapHours * 3_600_000;
      const { secret, previousEndsAt } = await verbs(baseUrl).renewSecret({ workspaceId, connectionId, overlapMs });
      return { secret, previousEndsAt };
    },

    async setState(
      at: At,
      connectionId: string,
      action: 'pause' | 'resume' | 'remove',
    ): Promise<ConsoleOutput<'pauseConnection'>> {
      await requireOwn(at, connectionId);
      const { workspaceId, baseUrl } = at;
      return verbs(baseUrl).setState({ workspaceId, connectionId, action });
    },
  };
}

function shown(view: ConnectionView, activity: readonly number[], secret: string): Shown {
  const { id, profileId, name, kind, mode, state, lastEventAt, receiverUrl } = view;
  const transport = transportOf(kind, view.transport);
  const steps = view.steps ?? (transport === null ? [] : stepsOf(transport, { receiverUrl, secret }));
  return {
    id,
    profileId,
    name,
    kind,
    kindTitle: kindOf(kind).title,
    mode,
    state,
    lastEventAt,
    receiverUrl,
    steps: [...steps],
    health: healthOf(view, activity, Date.now()),
  };
}

function kindView(kind: ConnectionKind): ConsoleOutput<'listConnections'>['kinds'][number] {
  const { title, summary, transports, fields } = kindOf(kind);
  return {
    kind,
    title,
    summary,
    transports: transports.map((transport) => ({ name: transport.name, title: transport.title })),
    fields: fields
      .filter(({ as }) => as !== 'generated')
      .map((field) => ({
        name: field.name,
        title: field.title,
        help: field.help,
        isSecret: field.as === 'secret',
        isOptional: field.isOptional ?? false,
        longest: field.longest,
        transports: field.transports === undefined ? null : [...field.transports],
      })),
  };
}

function readKind({ kind: name, transport: wanted }: ConsoleInput<'createConnection'>) {
  const kind = connectionKinds.find((each) => each === name);
  if (kind === undefined) throw fault('kind', `kind must be one of ${connectionKinds.join(', ')}.`);
  const transport = transportOf(kind, wanted);
  if (transport !== null) return { kind, transport: transport.name };
  const names = kindOf(kind).transports.map((each) => each.name);
  throw fault('transport', `transport must be one of ${names.join(', ')}.`);
}

function missingFields(kind: ConnectionKind, transport: string, input: ConsoleInput<'createConnection'>): FieldFault[] {
  const given = { ...input.fields, ...input.secrets };
  return fieldsOf(kind, transport)
    .filter(({ name, as, isOptional }) => as !== 'generated' && isOptional !== true && given[name] === undefined)
    .map(({ name, title, as }) => ({
      path: `${as === 'secret' ? 'secrets' : 'fields'}.${name}`,
      message: `${title} is missing.`,
    }));
}

function fault(path: string, message: string): ConsoleError {
  return new ConsoleError('console_input_invalid', { fields: [{ path, message }] });
}
