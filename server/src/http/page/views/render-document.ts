import type { PageView } from '../../../domain/page/views.ts';
import { type Html, html, textOf } from './html.ts';
import { assetPaths, pathsOf } from './paths-of.ts';
import { type Voice, voiceOf } from './voice-of.ts';

/** The data that each of a Page's documents needs. */
export type PageHead = Pick<
  PageView,
  'slug' | 'displayName' | 'about' | 'lang' | 'languages' | 'support' | 'canonicalUrl'
> & {
  readonly robots: PageView['robots'];
};

interface Document {
  readonly main: Html;
  /** True for the front page, which has metadata for search engines and social cards. */
  readonly isFront?: boolean;
}

/** Renders a whole document around the main part, with the metadata and the help line, which is always shown. */
export function renderDocument(view: PageHead, { main, isFront = false }: Document): string {
  const voice = voiceOf(view);
  const paths = pathsOf(view.slug);
  const description = shortened(view.about === '' ? view.displayName : view.about);
  return `<!doctype html>\n${textOf(html`<html lang="${view.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.displayName}</title>
<meta name="description" content="${description}">
<meta name="robots" content="${isFront ? view.robots : 'noindex'}">
${
  // With "no-referrer", a browser would send "Origin: null" with a form. Other origins still get no referrer.
  html`<meta name="referrer" content="same-origin">`
}
<meta name="color-scheme" content="light dark">
${isFront && card(view, description)}
<link rel="canonical" href="${paths.page}">
<link rel="stylesheet" href="${paths.theme}">
<script src="${assetPaths.ask}" defer></script>
</head>
<body>
${main}
${help(view, voice)}
</body>
</html>
`)}`;
}

function card(view: PageHead, description: string): Html {
  return html`<meta property="og:type" content="website">
<meta property="og:title" content="${view.displayName}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${view.canonicalUrl}">
<meta name="twitter:card" content="summary">
`;
}

const helpSite = 'findahelpline.com';

function help(view: PageHead, { words, ours }: Voice): Html {
  const own = view.support.map((text) => html`<p class="pre">${linked(text)}</p>`);
  const line = html`<p${ours}>${linked(words.helpLine.replace('{link}', helpSite))}</p>`;
  return html`<footer>
<aside aria-labelledby="help" class="stack">
<h2 id="help"${ours}>${words.helpHeading}</h2>
${own.length === 0 ? line : own}
</aside>
</footer>`;
}

/** Renders a string with the help line's address as a link. */
function linked(text: string): readonly (Html | string)[] {
  return text
    .split(helpSite)
    .flatMap((part, index) =>
      index === 0
        ? [part]
        : [html`<a href="https://${helpSite}/" rel="noopener noreferrer" target="_blank">${helpSite}</a>`, part],
    );
}

const longestDescription = 200;

function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const points = [...plain];
  return points.length <= longestDescription
    ? plain
    : `${points
        .slice(0, longestDescription - 1)
        .join('')
        .trimEnd()}…`;
}
