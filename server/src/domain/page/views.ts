import type { EpochMs } from '../period.ts';

/** An approved item as the Page shows it, word for word. */
export interface ShownFact {
  readonly topic: string | null;
  readonly text: string;
  /** A date, such as `2026-11-20`. */
  readonly approvedOn: string;
}

export interface ShownOffer {
  readonly name: string;
  readonly topic: string | null;
  readonly text: string;
  /** An http or https address; null: the offer has none that may be linked. */
  readonly url: string | null;
  readonly approvedOn: string;
}

/** Facts of one topic, in the persona's order; null: facts without a topic, which come last. */
export interface ShownTopic {
  readonly topic: string | null;
  readonly facts: readonly ShownFact[];
}

/** All that the Page shows before anybody asks. Every text is plain: whoever renders it escapes it. */
export interface PageView {
  readonly slug: string;
  readonly displayName: string;
  /** May be empty. */
  readonly about: string;
  /** A language tag: the persona's first language. */
  readonly lang: string;
  /** The persona's languages, the first one first: the Page's own words are in the first of them that it speaks. */
  readonly languages: readonly string[];
  /** Who answers, in the creator's words; may be empty. */
  readonly disclosure: readonly string[];
  /** In the creator's words; empty: the Page names findahelpline.com in its own. */
  readonly support: readonly string[];
  readonly topics: readonly ShownTopic[];
  readonly offers: readonly ShownOffer[];
  /** Null: the service's own colours. */
  readonly theme: { readonly accent: string } | null;
  /** The Page's absolute address. */
  readonly canonicalUrl: string;
  readonly robots: 'index' | 'noindex';
}

/** One sentence or more of an answer: an approved item, word for word. */
export interface AnswerPart {
  readonly text: string;
  /** Of a fact that has one. */
  readonly topic: string | null;
  readonly approvedOn: string;
  /** Of an offer that has an http or https one. */
  readonly url: string | null;
}

/** What became of a question, for the HTML that answers the form. */
export type AskResult =
  | { readonly answered: true; readonly question: string; readonly parts: readonly AnswerPart[] }
  /** It names neither the question nor the ticket: the same bytes for every reason but for the link's token. */
  | { readonly answered: false; readonly message: string; readonly link: string };

/**
 * The form for browsers without scripts, empty or with what was wrong. Under the header `referrer-policy: no-referrer` a browser sends
 * `Origin: null` with a form, which the service refuses: every document that holds the form has
 * `<meta name="referrer" content="same-origin">`.
 */
export interface AskForm {
  /** Proves that the form was fetched from here; a hidden field. */
  readonly ticket: string;
  readonly question: string;
  readonly contact: string;
  readonly error: {
    /** Null: it concerns the whole form. */
    readonly field: 'question' | 'contact' | null;
    /** Of the error catalogue: the Page has words for it in its visitors' language. */
    readonly code: string;
    /** In English, for a code that the Page has no words for; of a field, it names the bound. */
    readonly message: string;
  } | null;
}

/** What `/p/{slug}/r/{token}` shows. */
export interface ThreadView {
  readonly question: string;
  readonly askedAt: EpochMs;
  /** What the creator answered, oldest first; empty: nothing yet. */
  readonly replies: readonly { readonly text: string; readonly sentAt: EpochMs }[];
}

/** The bounds of what a visitor types, in code points. */
export const askBounds = {
  question: { min: 2, max: 500 },
  contact: { min: 3, max: 200 },
} as const;
