import Type, { type Static } from 'typebox';
import { intents } from './intents.ts';

// Code that needs only this list, such as the training thread, imports the list from `intents.ts` and so avoids loading
// the schema library.
export { type Intent, intents } from './intents.ts';

export const RiskLevel = Type.Enum(['safe', 'review', 'blocked'], {
  description:
    'safe: may be sent as is; review: may be sent only after the creator approves it; blocked: reply is empty, except for a crisis, where it is the approved support phrase for the creator to send',
});
export type RiskLevel = Static<typeof RiskLevel>;

export const Decision = Type.Object(
  {
    intent: Type.String({ description: `what the message wants; one of: ${intents.join(', ')}` }),
    riskLevel: RiskLevel,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    reply: Type.String({ description: 'the drafted reply; empty if nothing may be said' }),
    rationale: Type.Optional(Type.String({ description: 'a short explanation for a person' })),
    requiresCreator: Type.Boolean({
      description: 'if true, only the creator may send or publish the reply',
    }),
    mediaAssetId: Type.Optional(
      Type.String({ description: 'the media asset of the item that the reply uses, else ""' }),
    ),
  },
  { description: 'what the message wants, how risky it is, and a reply that uses only what the creator approved' },
);
export type Decision = Static<typeof Decision>;
