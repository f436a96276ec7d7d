import Type, { type Static } from 'typebox';
import { identifier, text } from '../text.ts';

const closed = { additionalProperties: false };

/** The name of a Page in its address. The name is unique in the installation, and case-sensitive. */
export const PageSlug = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$',
  examples: ['aurora'],
  description:
    'unique in the installation: 3 to 60 lower-case letters, digits and hyphens, with a letter or digit at both ends',
});

const orNull = <Value>(schema: Record<string, unknown> & { readonly type: string }) =>
  Type.Unsafe<Value | null>({ ...schema, type: [schema.type, 'null'] });

export const PageTheme = Type.Object(
  {
    accent: Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      examples: ['#7A3E9D'],
      description: 'the colour of buttons and links; the service ensures enough contrast for text',
    }),
  },
  closed,
);

/** A creator's settings for a Page, apart from its slug and profile. */
export const pageSettings = {
  status: Type.Enum(['active', 'inactive'], { description: 'inactive: the address returns 404; default: active' }),
  model: Type.Boolean({ description: 'whether a language model may read questions; default false' }),
  frameAncestors: Type.Array(
    Type.String({ pattern: '^https?://[A-Za-z0-9.:[\\]-]+$', maxLength: 300, examples: ['https://a.example'] }),
    {
      maxItems: 20,
      uniqueItems: true,
      description: 'origins that may show the Page in a frame; replaced as a whole; default: none',
    },
  ),
  dailyReplies: orNull<number>({
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      "the maximum number of charged answers per day (UTC); null restores the default: 1/15 of the month's page share",
  }),
  dailyHandoffs: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'the maximum number of questions passed on to the creator per day (UTC); default 50',
  }),
  theme: orNull<Static<typeof PageTheme>>({
    ...PageTheme,
    type: 'object',
    description: "null restores the default: the service's own colours",
  }),
  robots: Type.Enum(['index', 'noindex'], {
    description: 'whether search engines may list the Page; default: noindex',
  }),
} as const;

export const PageDocument = Type.Object(
  {
    slug: PageSlug,
    profileId: identifier('a profile of the same workspace'),
    ...Type.Partial(Type.Object(pageSettings)).properties,
  },
  closed,
);
export type PageDocument = Static<typeof PageDocument>;

/** A creator's domain that serves the Page. The domain is written without a scheme, a port or a final dot. */
export const PageDomain = text(4, 253, {
  pattern: '^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
  examples: ['a.example'],
});
