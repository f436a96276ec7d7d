import type { PageView } from '../../../domain/page/views.ts';
import { attributes, type Html } from './html.ts';
import { type SpokenWords, wordsOf } from './words/words-of.ts';

/** A Page's own words, and the attributes that mark their language if it differs from the document's language. */
export interface Voice {
  readonly words: SpokenWords;
  /** The attributes that mark the language of the Page's own words; empty if it is the document's language. */
  readonly ours: Html;
}

/** Returns a Page's own words in the first of its languages that is supported, or in English. */
export function voiceOf(view: Pick<PageView, 'lang' | 'languages' | 'displayName'>): Voice {
  const words = wordsOf(view);
  return { words, ours: attributes({ lang: words.language === view.lang ? null : words.language }) };
}
