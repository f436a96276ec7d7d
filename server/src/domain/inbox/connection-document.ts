import Type, { type Static } from 'typebox';
import { identifier, text } from '../text.ts';
import { connectionKinds } from './kinds/kinds.ts';

const closed = { additionalProperties: false };

const ConnectionKind = Type.Enum([...connectionKinds]);

const whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

/** A creator's settings for a connection, apart from its id, profile and kind. */
const connectionSettings = {
  name: text(1, 120, { description: 'a display name; default: its id' }),
  channel: text(1, 60, { description: 'the channel of its conversations; default: its kind' }),
  mode: Type.Enum(['review', 'ready'], { description: 'ready: safe drafts are queued in the outbox; default: review' }),
  quietSeconds: whole(0, 300, 'how long a thread must be quiet before it is drafted; default 20'),
  maxWaitSeconds: whole(0, 300, 'the longest that a thread waits if it does not become quiet; default 120'),
  humanLockSeconds: whole(0, 86_400, "how long the creator's own message prevents drafts; default 900"),
  replyWindowHours: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 720,
    description: 'how long after the last message a reply may be sent; null, the default: no limit',
  }),
  keepUnreadable: Type.Boolean({
    description: 'keep unreadable payloads, encrypted, for 72 hours; default: false',
  }),
} as const;

export const ConnectionDocument = Type.Object(
  {
    id: identifier('unique within the workspace'),
    profileId: identifier('a profile of the same workspace'),
    kind: ConnectionKind,
    ...Type.Partial(Type.Object(connectionSettings)).properties,
  },
  closed,
);
export type ConnectionDocument = Static<typeof ConnectionDocument>;

const percent = (source: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: `the percentage of the month's replies that ${source} may use`,
    }),
  );

export const Shares = Type.Object(
  { api: percent('drafts of agents'), inbox: percent('connected inboxes'), page: percent('the Page') },
  { ...closed, description: "how sources share the month's replies; default: api 100, inbox 100, page 20" },
);
