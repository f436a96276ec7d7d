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
      description: 'replaced whole, so that what is no longer in it is gone; left out, the stored one stays',
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
        description: 'whether the language model of the installation may read messages; false by default',
      }),
    ),
    wording: Type.Optional(
      Type.Boolean({
        description: 'whether it may also put approved replies into words of its own; false by default',
      }),
    ),
    autonomy: Type.Optional(
      Type.Enum([...autonomies], {
        description:
          'how much is answered without the creator. off: nothing, every reply is a proposal, and what would have been automatic is counted; careful: what is most likely right; balanced: more, with more wrong answers among it',
      }),
    ),
  },
  {
    ...closed,
    description: 'how replies are drafted; a member that is left out stays as it is stored',
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
        description: "overrides the plan's monthly replies; null ends that; left out, what is stored stays",
      }),
    ),
    allowedOrigins: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^https?://[^/?#\\s@]+$', maxLength: 300, examples: ['https://desk.aurora.example'] }),
        {
          maxItems: 100,
          description:
            'browser origins (scheme, host and port, nothing more) that may call with keys of this workspace; replaced whole, so that [] clears it; left out, what is stored stays',
        },
      ),
    ),
    notifications: Type.Optional(
      Type.Unsafe<NotificationSettings | null>({
        ...NotificationSettings,
        type: ['object', 'null'],
        description:
          'where handoffs are announced; without it they go to the service log; replaced whole; null clears it; left out, what is stored stays',
      }),
    ),
    drafting: Type.Optional(DraftingSettings),
    shares: Type.Optional(Shares),
    profiles: Type.Optional(Type.Array(ProfileDocument, { maxItems: 10_000 })),
    conversations: Type.Optional(Type.Array(ConversationDocument)),
    connections: Type.Optional(
      Type.Array(ConnectionDocument, {
        maxItems: 1_000,
        description: 'added or updated by id; left out, what is stored stays',
      }),
    ),
    pages: Type.Optional(
      Type.Array(PageDocument, {
        maxItems: 1_000,
        description: 'added or updated by slug; left out, what is stored stays',
      }),
    ),
  },
  closed,
);
export type WorkspaceEntry = Static<typeof WorkspaceEntry>;

/** The import and export format. It creates or updates workspaces, profiles and conversations by id. */
export const WorkspaceDocument = Type.Object({ workspaces: Type.Array(WorkspaceEntry, { minItems: 1 }) }, closed);
export type WorkspaceDocument = Static<typeof WorkspaceDocument>;
