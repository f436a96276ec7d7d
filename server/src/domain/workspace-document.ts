import Type, { type Static } from 'typebox';
import { autonomies } from './autonomy.ts';
import { Contact, ConversationState, MessageDocument, Relationship } from './conversation.ts';
import { ConnectionDocument, Shares } from './inbox/connection-document.ts';
import { NotificationSettings } from './notification-settings.ts';
import { PageDocument } from './page/page-document.ts';
import { Persona } from './persona.ts';
import { PlanName } from './plan.ts';
import { identifier, text } from './text.ts';

const closed = { additionalProperties: false };

export const ActiveStatus = Type.Enum(['active', 'inactive']);
export type ActiveStatus = Static<typeof ActiveStatus>;

export const ProfileDocument = Type.Object(
  {
    id: identifier('unique within the workspace'),
    displayName: text(1, 200),
    status: Type.Optional(ActiveStatus),
    persona: Type.Optional({
      ...Persona,
      description: 'replaces the whole stored persona; if omitted, the stored persona stays',
    }),
  },
  closed,
);
export type ProfileDocument = Static<typeof ProfileDocument>;

export const ConversationDocument = Type.Object(
  {
    id: identifier('unique within the workspace'),
    profileId: identifier('a profile of the same workspace'),
    channel: Type.Optional(text(1, 60)),
    contact: Type.Optional(Contact),
    relationship: Type.Optional(Relationship),
    state: Type.Optional(ConversationState),
    messages: Type.Optional(Type.Array(MessageDocument)),
  },
  closed,
);
export type ConversationDocument = Static<typeof ConversationDocument>;

const DraftingSettings = Type.Object(
  {
    model: Type.Optional(
      Type.Boolean({
        description: "whether the installation's language model may read messages; false by default",
      }),
    ),
    wording: Type.Optional(
      Type.Boolean({
        description: 'whether the language model may also reword approved replies; false by default',
      }),
    ),
    autonomy: Type.Optional(
      Type.Enum([...autonomies], {
        description:
          'how much is answered without the creator. off: nothing; every reply is a proposal, and replies that would have been automatic are counted; careful: what is most likely right; balanced: more, including more wrong answers',
      }),
    ),
  },
  {
    ...closed,
    description: 'how replies are drafted; an omitted member keeps its stored value',
  },
);
export type DraftingSettings = Static<typeof DraftingSettings>;

export const WorkspaceEntry = Type.Object(
  {
    id: identifier('unique within the installation'),
    name: text(1, 200),
    plan: PlanName,
    status: Type.Optional(ActiveStatus),
    monthlyReplies: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          "overrides the plan's monthly replies; null removes the override; if omitted, the stored value stays",
      }),
    ),
    allowedOrigins: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^https?://[^/?#\\s@]+$', maxLength: 300, examples: ['https://desk.aurora.example'] }),
        {
          maxItems: 100,
          description:
            "browser origins (only scheme, host and port) that may call with this workspace's keys; replaced as a whole, so [] clears the list; if omitted, the stored value stays",
        },
      ),
    ),
    notifications: Type.Optional(
      Type.Unsafe<NotificationSettings | null>({
        ...NotificationSettings,
        type: ['object', 'null'],
        description:
          'where handoffs are announced; replaced as a whole; null: only in the service log; if omitted, the stored value stays',
      }),
    ),
    drafting: Type.Optional(DraftingSettings),
    shares: Type.Optional(Shares),
    profiles: Type.Optional(Type.Array(ProfileDocument, { maxItems: 10_000 })),
    conversations: Type.Optional(Type.Array(ConversationDocument)),
    connections: Type.Optional(
      Type.Array(ConnectionDocument, {
        maxItems: 1_000,
        description: 'added or updated by id; if omitted, the stored connections stay',
      }),
    ),
    pages: Type.Optional(
      Type.Array(PageDocument, {
        maxItems: 1_000,
        description: 'added or updated by slug; if omitted, the stored Pages stay',
      }),
    ),
  },
  closed,
);
export type WorkspaceEntry = Static<typeof WorkspaceEntry>;

/** The import and export format. It creates or updates workspaces, profiles and conversations by id. */
export const WorkspaceDocument = Type.Object({ workspaces: Type.Array(WorkspaceEntry, { minItems: 1 }) }, closed);
export type WorkspaceDocument = Static<typeof WorkspaceDocument>;
