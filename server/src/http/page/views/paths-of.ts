/** The paths of the files that all Pages share. A slug never contains a dot, so none can collide with them. */
export const assetPaths = { ask: '/p/ask.js', worker: '/p/ask-worker.js', embed: '/p/page.js' } as const;

/** Returns the paths of a Page's parts, all on the Page's own origin. */
export function pathsOf(slug: string) {
  const page = `/p/${slug}`;
  return { page, ask: `${page}/ask`, challenge: `${page}/challenge`, theme: `${page}/theme.css` };
}
