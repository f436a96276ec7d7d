/** Where the files that every Page shares are. No slug has a dot, so none is in their way. */
export const assetPaths = { ask: '/p/ask.js', worker: '/p/ask-worker.js', embed: '/p/page.js' } as const;

/** Where the parts of one Page are. All are paths of the Page's own origin. */
export function pathsOf(slug: string) {
  const page = `/p/${slug}`;
  return { page, ask: `${page}/ask`, challenge: `${page}/challenge`, theme: `${page}/theme.css` };
}
