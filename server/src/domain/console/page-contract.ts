import Type from 'typebox';
import { PageDomain, PageSlug, pageSettings } from '../page/page-document.ts';
import { closed, count, id, instant, nullable } from './shapes.ts';

const settings = Type.Object({ ...pageSettings });

const DomainView = Type.Object({
  domain: Type.String(),
  provenAt: nullable(instant),
  txtName: Type.String({ description: 'the TXT record that proves it' }),
  txtValue: Type.String(),
});

export const PageView = Type.Object({
  slug: PageSlug,
  profileId: id,
  url: Type.String({ description: 'where visitors open it' }),
  embedCode: Type.String({ description: 'the HTML that puts it into a site whose origin is in frameAncestors' }),
  settings,
  dailyReplies: Type.Integer({ minimum: 0, description: 'the cap of a day that is in force' }),
  today: Type.Object({ replies: count, handoffs: count }),
  domains: Type.Array(DomainView),
  createdAt: instant,
});
export const Pages = Type.Object({ pages: Type.Array(PageView, { description: 'by slug' }) });
export const CreatePageRequest = Type.Object(
  { slug: PageSlug, profileId: id, ...Type.Partial(settings).properties },
  closed,
);
export const ChangePageRequest = Type.Object(
  { ...Type.Partial(settings).properties },
  { ...closed, description: 'what is left out stays' },
);
export const PageChange = Type.Object({ slug: PageSlug, before: Type.String(), after: Type.String() });

export const PreviewQuery = Type.Object(
  {
    source: Type.Optional(Type.Enum(['draft', 'published'], { description: 'of the persona; left out: draft' })),
  },
  closed,
);
export const PagePreview = Type.Object({
  html: Type.String({ description: 'the Page as a document; it needs the styles at stylesheet' }),
  stylesheet: Type.String({ description: 'the styles as text' }),
  shown: Type.Integer({ minimum: 0, description: 'facts and offers that it shows now' }),
  items: Type.Array(
    Type.Object({
      id,
      title: Type.String(),
      text: Type.String(),
      doubts: Type.Array(Type.Enum(['code', 'address', 'members']), {
        description: 'what it speaks of that may not be meant for everybody',
      }),
      change: Type.Enum(['stays', 'comes', 'changes', 'goes'], { description: 'against what is published' }),
    }),
    { description: 'what the Page shows or answers with, then what it no longer does' },
  ),
});

export const AsksQuery = Type.Object(
  {
    only: Type.Optional(Type.Enum(['answered', 'passed_on'])),
    before: Type.Optional(instant),
  },
  closed,
);
const AskView = Type.Object({
  id,
  at: instant,
  question: Type.String(),
  isAnswered: Type.Boolean(),
  intent: Type.String(),
  items: Type.Array(id, { description: 'ids of the items that answered' }),
  conversationId: nullable(id),
  state: nullable(Type.Enum(['open', 'awaiting_owner', 'closed'])),
  hasContact: Type.Boolean({ description: 'the visitor left how to be reached' }),
});
export const Asks = Type.Object({
  asks: Type.Array(AskView, { description: 'newest first, at most 100; kept for 30 days' }),
  next: nullable(instant),
});

export const AddDomainRequest = Type.Object({ domain: PageDomain }, closed);
export const DomainState = Type.Object({
  domain: Type.String(),
  isProven: Type.Boolean(),
  txtName: Type.String(),
  txtValue: Type.String(),
});
