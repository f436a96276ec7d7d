import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPaths } from './paths-of.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');

export interface PageAsset {
  /** The whole path, such as `/p/ask.js`. */
  readonly path: string;
  readonly body: string;
}

/** What embeds a Page in another site; browsers may keep it for a while. */
export const embedScript: PageAsset = { path: assetPaths.embed, body: read('page.js') };

/** The scripts of the Page itself: they answer in place, and prove that nobody floods it. */
export const pageScripts: readonly PageAsset[] = [
  { path: assetPaths.ask, body: read('ask.js') },
  { path: assetPaths.worker, body: read('ask-worker.js') },
];
