import Type, { type Static, type TSchema } from 'typebox';
import { Decision } from '../decision.ts';
import { text } from '../text.ts';

export const closed = { additionalProperties: false };

/** An instant in RFC 3339 form, in UTC. */
export const instant = Type.String({ format: 'date-time' });
export const count = Type.Integer({ minimum: 0 });
export const id = text(1, 120);
export const nothing = Type.Object({}, closed);
export const done = Type.Object({ ok: Type.Literal(true) });

/** Returns the schema of a value that may also be null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The roles, from the most rights to the fewest. */
const roles = ['owner', 'editor', 'reviewer'] as const;
export const Role = Type.Enum([...roles], {
  description: 'reviewer: review and try; editor: also write and publish personas; owner: also keys, settings, people',
});
export type Role = Static<typeof Role>;

/** Returns true if `role` includes all rights of `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed);
}

/** The person or program that acted: an account with the name that it had at that time, or the command line. */
export const Actor = Type.Object({ accountId: nullable(id), name: Type.String() });

/** A decision in the form that the console shows, with the items that its reply uses. */
export const Outcome = Type.Intersect([
  Type.Required(Decision),
  Type.Object({ itemsUsed: Type.Array(Type.String({ description: 'ids of facts, offers and phrases' })) }),
]);
export type Outcome = Static<typeof Outcome>;

/** A claim in a reply and the item that supports it. Offsets are UTF-16 units into the reply. */
export const Claim = Type.Object({
  kind: Type.String(),
  start: count,
  end: count,
  itemId: nullable(Type.String({ description: 'null: no item supports it' })),
});

/** An item as the console quotes it next to a reply. */
export const QuotedItem = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['fact', 'offer', 'phrase']),
  title: Type.String({ description: "a fact's topic, an offer's name, a phrase's use; may be empty" }),
  text: Type.String(),
});

/** The reasons for a decision, as ids, offsets and scores. docs/drafting.md explains each part. */
export const TraceView = Type.Record(Type.String(), Type.Unknown());
