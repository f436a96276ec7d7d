import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPaths } from './paths-of.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');

export interface PageAsset {
  /** The whole path, such as `/p/ask.js`. */
  readonly path: string;
  readonly body: string;
}

/** The script that embeds a Page in another site. Browsers may cache it for an hour. */
export const embedScript: PageAsset = { path: assetPaths.embed, body: read('page.js') };

/** The Page's own scripts. They show the answer in place, and compute the proof of work. */
export const pageScripts: readonly PageAsset[] = [
  { path: assetPaths.ask, body: `${read('tell-height.js')}${read('ask.js')}` },
  { path: assetPaths.worker, body: read('ask-worker.js') },
];
