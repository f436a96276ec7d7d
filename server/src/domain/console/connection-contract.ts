import Type from 'typebox';
import { text } from '../text.ts';
import { closed, id, instant, nullable } from './shapes.ts';

const State = Type.Enum(['setup', 'active', 'degraded', 'broken', 'paused', 'removed']);
const Mode = Type.Enum(['review', 'ready'], { description: 'ready: safe drafts are queued for a sender' });
const Values = Type.Record(text(1, 60), text(1, 4_000));

const ConnectionView = Type.Object({
  id,
  profileId: id,
  name: Type.String(),
  kind: Type.String(),
  kindTitle: Type.String(),
  mode: Mode,
  state: State,
  lastEventAt: nullable(instant),
  receiverUrl: nullable(Type.String({ description: 'null until the connection has its first secret' })),
  steps: Type.Array(Type.String({ description: 'the steps for the creator, in order' })),
  health: Type.Object({ tone: Type.Enum(['good', 'caution', 'stop', 'info']), text: Type.String() }),
});

const KindView = Type.Object({
  kind: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  transports: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      help: Type.String(),
      isSecret: Type.Boolean(),
      isOptional: Type.Boolean(),
      longest: Type.Integer(),
      transports: nullable(Type.Array(Type.String(), { description: 'null: all transports' })),
    }),
  ),
});

export const Connections = Type.Object({
  connections: Type.Array(ConnectionView),
  kinds: Type.Array(KindView, {
    description: 'the kinds of connections that can be created, without generated fields',
  }),
});
export const CreateConnectionRequest = Type.Object(
  {
    profileId: id,
    kind: text(1, 60),
    transport: Type.Optional(text(1, 60)),
    name: Type.Optional(text(1, 120)),
    mode: Type.Optional(Mode),
    fields: Type.Optional(Values),
    secrets: Type.Optional(Values),
  },
  closed,
);

const ShownSecret = Type.Object({ title: Type.String(), value: Type.String() });
export const NewConnection = Type.Object({
  connection: ConnectionView,
  secrets: Type.Array(ShownSecret, { description: 'returned only once' }),
});
export const RenewConnectionSecretRequest = Type.Object(
  { overlapHours: Type.Integer({ minimum: 0, maximum: 720, description: 'how long the previous secret stays valid' }) },
  closed,
);
export const RenewedConnectionSecret = Type.Object({ secret: Type.String(), previousEndsAt: nullable(instant) });
export const ConnectionChange = Type.Object({ id, before: State, after: State });
