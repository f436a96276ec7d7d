import type { PageView } from '../../../domain/page/views.ts';
import { attributes, type Html } from './html.ts';
import { type SpokenWords, wordsOf } from './words/words-of.ts';

/** A Page's own words, and how to mark text that is in another language than the document. */
export interface Voice {
  readonly words: SpokenWords;
  /** The attributes that mark the language of the Page's own words. */
  readonly ours: Html;
}

export function voiceOf(view: Pick<PageView, 'lang' | 'languages' | 'displayName'>): Voice {
  const words = wordsOf(view);
  return { words, ours: attributes({ lang: words.language === view.lang ? null : words.language }) };
}
