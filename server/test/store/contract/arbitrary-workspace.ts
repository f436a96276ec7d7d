import fc from 'fast-check';
import type { MessageDocument } from '../../../src/domain/conversation.ts';
import { type Persona, phraseUses } from '../../../src/domain/persona.ts';
import type { ConversationDocument, WorkspaceEntry } from '../../../src/domain/workspace-document.ts';

const awkward = [
  "'; DROP TABLE messages; --",
  '%_\\',
  '"quoted"',
  '\u2028',
  'a\tb\nc\r\n',
  '$1 {{y}} :name ?1',
  '🌙🏽‍🚀',
  '\u202Eabc',
  '__proto__',
  'null',
  '﷽',
];
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(...awkward),
  fc.lorem({ maxCount: 4 }),
);
const millisecond = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2026, 5) });
/** There are few different times, so that messages often have the same time. */
const instant = fc.oneof(
  millisecond,
  fc.integer({ min: 0, max: 3 }).map((step) => Date.UTC(2026, 0, 1, step)),
);
const dateTime = fc
  .tuple(instant, fc.boolean())
  .map(([at, isShifted]) =>
    isShifted ? new Date(at + 7_200_000).toISOString().replace('Z', '+02:00') : new Date(at).toISOString(),
  );
const optional: { requiredKeys: [] } = { requiredKeys: [] };
const approved = fc.boolean();
const taught = {
  aliases: fc.array(words, { maxLength: 3 }),
  nearMisses: fc.array(words, { maxLength: 3 }),
  automatic: fc.boolean(),
};

const persona: fc.Arbitrary<Persona> = fc.record(
  {
    about: words,
    languages: fc.uniqueArray(fc.constantFrom('en', 'pt', 'de', 'yue'), { minLength: 1 }),
    voice: fc.record(
      {
        traits: fc.array(words, { maxLength: 3 }),
        emoji: fc.constantFrom('none' as const, 'sparing' as const, 'free' as const),
        maxLength: fc.integer({ min: 40, max: 2_000 }),
        avoid: fc.array(words, { maxLength: 2 }),
      },
      optional,
    ),
    phrases: identified(
      fc.record({ use: fc.constantFrom(...phraseUses), text: words, approved }, { requiredKeys: ['use', 'text'] }),
    ),
    facts: identified(
      fc.record(
        {
          topic: words,
          text: words,
          ...taught,
          mediaAssetId: words,
          validFrom: dateTime,
          validUntil: dateTime,
          approved,
        },
        { requiredKeys: ['text'] },
      ),
    ),
    offers: identified(
      fc.record(
        {
          name: words,
          text: words,
          price: words,
          url: fc.webUrl(),
          code: words,
          ...taught,
          startsAt: dateTime,
          endsAt: dateTime,
          approved,
        },
        { requiredKeys: ['name', 'text'] },
      ),
    ),
    rules: fc.record(
      { reviewTopics: fc.array(words), blockedTopics: fc.array(words), neverSay: fc.array(words) },
      optional,
    ),
  },
  optional,
);

const messages: fc.Arbitrary<MessageDocument[]> = fc
  .array(
    fc.record(
      {
        id: words,
        direction: fc.constantFrom('inbound' as const, 'outbound' as const),
        senderType: words,
        body: words,
        sentAt: dateTime,
      },
      { requiredKeys: ['direction', 'body', 'sentAt'] },
    ),
    { maxLength: 12 },
  )
  // Every message is different. Separate tests check which of two equal messages counts as the first.
  .map((list) =>
    list.map((message, index) => ({
      ...message,
      ...(message.id && { id: `${message.id} ${index}` }),
      body: `${message.body} ${index}`,
    })),
  );

const conversation: fc.Arbitrary<Omit<ConversationDocument, 'id' | 'profileId'>> = fc.record(
  {
    channel: words,
    contact: fc.record({ name: words, handle: words }, optional),
    relationship: fc.record(
      {
        since: fc.constantFrom('2024-02-29', '1999-12-31'),
        tags: fc.array(words, { maxLength: 3 }),
        notes: fc.oneof(words, fc.constant('')),
      },
      optional,
    ),
    state: fc.constantFrom('open' as const, 'awaiting_owner' as const, 'closed' as const),
    messages,
  },
  optional,
);

const profiles = identified(
  fc.record(
    { displayName: words, status: fc.constantFrom('active' as const, 'inactive' as const), persona },
    { requiredKeys: ['displayName'] },
  ),
  1,
);

/** Valid entries of every shape that the document's format allows. The test replaces their ids. */
export const workspaceEntries: fc.Arbitrary<WorkspaceEntry> = fc
  .record(
    {
      name: words,
      plan: fc.constantFrom('creator' as const, 'studio' as const, 'agency' as const),
      status: fc.constantFrom('active' as const, 'inactive' as const),
      monthlyReplies: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000_000 })),
      allowedOrigins: fc.uniqueArray(
        fc.constantFrom('https://a.example', 'http://localhost:3000', 'https://b.example:8443'),
      ),
      notifications: fc.record(
        {
          include: fc.uniqueArray(
            fc.constantFrom('contact' as const, 'reason' as const, 'risk' as const, 'message' as const),
          ),
          webhook: fc.record({ url: fc.webUrl() }),
          email: fc.record({
            to: fc.array(fc.constantFrom('owner@example.org', 'desk@example.org'), { minLength: 1, maxLength: 3 }),
          }),
        },
        optional,
      ),
      profiles,
      conversations: identified(conversation),
    },
    { requiredKeys: ['name', 'plan', 'profiles'] },
  )
  .map(({ conversations, ...entry }) => ({
    id: 'replaced by the test',
    ...entry,
    ...(conversations && {
      conversations: conversations.map((each, index) => ({
        ...each,
        profileId: entry.profiles[index % entry.profiles.length]?.id ?? '',
      })),
    }),
  }));

/** Returns an arbitrary for up to four items with different ids, in any order. */
function identified<Item extends object>(
  item: fc.Arbitrary<Item>,
  minLength = 0,
): fc.Arbitrary<(Item & { id: string })[]> {
  const withId = fc.tuple(words, item).map(([id, rest]) => ({ ...rest, id }));
  return fc.uniqueArray(withId, { selector: ({ id }) => id, minLength, maxLength: 4 });
}
