import Type, { type Static } from 'typebox';
import { Contact } from '../conversation.ts';
import { Fact, Offer, Persona, Phrase, Rules, Voice } from '../persona.ts';
import { text } from '../text.ts';
import { ActiveStatus } from '../workspace-document.ts';
import { Actor, closed, count, id, instant, nullable, Outcome } from './shapes.ts';

export const ProfileCard = Type.Object({
  id,
  displayName: Type.String(),
  status: ActiveStatus,
  facts: count,
  offers: count,
  phrases: count,
  unpublishedChanges: count,
});
export const Profiles = Type.Object({ profiles: Type.Array(ProfileCard) });
export const CreateProfileRequest = Type.Object({ displayName: text(1, 200) }, closed);

const state = {
  status: Type.Enum(['live', 'new', 'changed', 'removed'], {
    description: 'how the draft differs from what is published; a removed item is shown as it was published',
  }),
  usability: Type.Enum(['usable', 'unapproved', 'not_yet', 'over'], {
    description: 'whether a reply could use the item now; show every value except usable',
  }),
};
const FactView = Type.Object({ kind: Type.Literal('fact'), id, ...state, item: Fact });
const OfferView = Type.Object({ kind: Type.Literal('offer'), id, ...state, item: Offer });
const PhraseView = Type.Object({ kind: Type.Literal('phrase'), id, ...state, item: Phrase });
export const ItemView = Type.Union([FactView, OfferView, PhraseView]);
export type ItemView = Static<typeof ItemView>;

/** Everything in a persona except its items. */
export const About = Type.Object(
  {
    about: Type.Optional(Persona.properties.about),
    languages: Type.Optional(Persona.properties.languages),
    voice: Type.Optional(Voice),
    rules: Type.Optional(Rules),
  },
  closed,
);
export type About = Static<typeof About>;

export const PersonaDraft = Type.Object({
  profileId: id,
  displayName: Type.String(),
  version: Type.Integer({
    minimum: 0,
    description: 'increases with every change; each write names the version that it is based on',
  }),
  publishedRevision: Type.String({ description: 'the revision of the live persona; a publish request must name it' }),
  isBehind: Type.Boolean({
    description: 'whether an import replaced the live persona after this draft began; publishing overwrites it',
  }),
  unpublishedChanges: Type.Integer({
    minimum: 0,
    description: 'the number of items and sections that differ from the live persona',
  }),
  updatedAt: nullable(instant),
  updatedBy: nullable(Type.String()),
  about: About,
  publishedAbout: About,
  items: Type.Array(ItemView, { description: 'in the order of the persona, with removed items last' }),
});
export type PersonaDraft = Static<typeof PersonaDraft>;

const version = Type.Integer({ minimum: 0, description: 'the version of the draft that the page shows' });
const FactInput = Type.Omit(Fact, ['id'], closed);
const OfferInput = Type.Omit(Offer, ['id'], closed);
const PhraseInput = Type.Omit(Phrase, ['id'], closed);

/** Without an `id`, the request creates an item. With an `id`, the request replaces that item entirely. */
export const SaveItemRequest = Type.Object(
  {
    version,
    id: Type.Optional(id),
    fact: Type.Optional(FactInput),
    offer: Type.Optional(OfferInput),
    phrase: Type.Optional(PhraseInput),
    conversationId: Type.Optional(
      text(1, 120, { description: 'the conversation that "make this a fact" was used in; kept in the history' }),
    ),
  },
  { ...closed, description: 'exactly one of fact, offer and phrase' },
);
export type SaveItemRequest = Static<typeof SaveItemRequest>;

/** An item before it is saved. */
const ProposedItem = Type.Object(
  { fact: Type.Optional(FactInput), offer: Type.Optional(OfferInput), phrase: Type.Optional(PhraseInput) },
  { ...closed, description: 'exactly one of fact, offer and phrase' },
);
export type ProposedItem = Static<typeof ProposedItem>;
export const ProposeItemsRequest = Type.Object(
  { text: text(1, 60_000, { description: 'a FAQ, the text of a page, or past replies' }) },
  closed,
);
export const ProposedItems = Type.Object({
  items: Type.Array(ProposedItem, {
    description: 'in the words and order of the text, without what the persona already says',
  }),
  unanswered: Type.Array(Type.String(), { description: 'questions in the text that have no answer below them' }),
});
export const SaveAboutRequest = Type.Object({ version, about: About }, closed);
export const VersionRequest = Type.Object({ version }, closed);

export const ChangeView = Type.Object({
  id,
  at: instant,
  by: Actor,
  action: Type.Enum(['add', 'change', 'remove', 'about', 'import', 'discard', 'undo', 'publish']),
  itemKind: nullable(Type.Enum(['fact', 'offer', 'phrase'])),
  itemId: nullable(id),
  title: Type.String({ description: 'what was changed, in a few words' }),
  before: Type.Unknown({
    description: 'the item or section before the change; null if there was none or it is too large',
  }),
  after: Type.Unknown(),
  conversationId: nullable(id),
  canUndo: Type.Boolean({ description: 'whether the result of the change is still unmodified' }),
});
export type ChangeView = Static<typeof ChangeView>;
export const History = Type.Object({ changes: Type.Array(ChangeView, { description: 'the last 200, newest first' }) });
/** The response to every write to a draft. Use it to update the page, or reload the draft. */
export const DraftChanged = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  unpublishedChanges: count,
  change: nullable(ChangeView),
  item: nullable(ItemView),
});
export type DraftChanged = Static<typeof DraftChanged>;

export const WarningView = Type.Object({
  kind: Type.Enum(['contradiction', 'same_question', 'out_of_date', 'ends_soon', 'not_found_by_alias', 'no_alias']),
  itemIds: Type.Array(id, { minItems: 1 }),
  message: Type.String({ description: 'for the creator' }),
  alias: nullable(Type.String({ description: 'the alias that did not find its item' })),
});
export type WarningView = Static<typeof WarningView>;
export const Warnings = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  warnings: Type.Array(WarningView),
});

export const ImportPersonaRequest = Type.Object(
  {
    version,
    text: text(1, 2_000_000, {
      description: 'YAML or JSON: a persona, or a workspace document with a persona for this profile',
    }),
    mode: Type.Enum(['merge', 'replace'], {
      description: 'merge: replaces items by id and keeps the others; replace: replaces the whole draft',
    }),
    dryRun: Type.Boolean(),
  },
  closed,
);
export const ImportResult = Type.Object({ version: count, added: count, changed: count, removed: count });
export const ExportQuery = Type.Object(
  { of: Type.Optional(Type.Enum(['draft', 'published'])), format: Type.Optional(Type.Enum(['yaml', 'json'])) },
  closed,
);
export const ExportedPersona = Type.Object({ fileName: Type.String(), text: Type.String() });

export const RehearseRequest = Type.Object(
  { messages: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: 'default 50' })) },
  closed,
);
export const RehearsedReply = Type.Object({
  source: Type.Enum(['conversation', 'test_case']),
  id: Type.String({ description: 'the id of the conversation or test case' }),
  name: Type.String({ description: "the test case's name, or the contact's" }),
  contact: nullable(Contact),
  message: Type.String(),
  before: Outcome,
  after: Outcome,
  differs: Type.Array(Type.Enum(['reply', 'riskLevel', 'intent', 'requiresCreator', 'mediaAssetId'])),
  becomes: Type.Enum(['same', 'better', 'worse'], {
    description:
      'worse: the reply was safe before and is not after, or a test case no longer gives the expected result',
  }),
});
export type RehearsedReply = Static<typeof RehearsedReply>;
export const Rehearsal = Type.Object({
  version: count,
  publishedRevision: Type.String(),
  drafted: count,
  unchanged: count,
  changed: Type.Array(RehearsedReply, { description: 'worse first' }),
  failingCases: Type.Array(Type.String(), { description: 'test cases that no longer give the expected result' }),
});
export type Rehearsal = Static<typeof Rehearsal>;
export const PublishRequest = Type.Object({ version, publishedRevision: Type.String() }, closed);
export const Published = Type.Object({ publishedRevision: Type.String(), version: count });
