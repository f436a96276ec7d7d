import Type from 'typebox';
import { PageDomain, PageSlug, pageSettings } from '../page/page-document.ts';
import { closed, count, id, instant, nullable } from './shapes.ts';

const settings = Type.Object({ ...pageSettings });

const DomainView = Type.Object({
  domain: Type.String(),
  provenAt: nullable(instant),
  txtName: Type.String({ description: 'the name of the TXT record that verifies the domain' }),
  txtValue: Type.String(),
});

export const PageView = Type.Object({
  slug: PageSlug,
  profileId: id,
  url: Type.String({ description: 'the address at which visitors open the Page' }),
  embedCode: Type.String({ description: 'the HTML that embeds the Page in a site whose origin is in frameAncestors' }),
  settings,
  dailyReplies: Type.Integer({ minimum: 0, description: 'the current daily limit' }),
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
  { ...closed, description: 'omitted fields stay unchanged' },
);
export const PageChange = Type.Object({ slug: PageSlug, before: Type.String(), after: Type.String() });

export const PreviewQuery = Type.Object(
  {
    source: Type.Optional(
      Type.Enum(['draft', 'published'], { description: 'which version of the persona; default: draft' }),
    ),
  },
  closed,
);
export const PagePreview = Type.Object({
  html: Type.String({ description: 'the Page as an HTML document, which needs the styles in stylesheet' }),
  stylesheet: Type.String({ description: 'the styles as text' }),
  shown: Type.Integer({ minimum: 0, description: 'the number of facts and offers that the Page shows now' }),
  items: Type.Array(
    Type.Object({
      id,
      title: Type.String(),
      text: Type.String(),
      doubts: Type.Array(Type.Enum(['code', 'address', 'members']), {
        description: 'content that might not be meant for everyone',
      }),
      change: Type.Enum(['stays', 'comes', 'changes', 'goes'], { description: 'compared with what is published' }),
    }),
    { description: 'the items that the Page uses, then those that it no longer uses' },
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
  hasContact: Type.Boolean({ description: 'whether the visitor left contact details' }),
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
