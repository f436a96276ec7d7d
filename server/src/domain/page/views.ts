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
  /** An http or https address; null if the offer has none that may be linked. */
  readonly url: string | null;
  readonly approvedOn: string;
}

/** Facts of one topic, in the persona's order; null for facts without a topic, which come last. */
export interface ShownTopic {
  readonly topic: string | null;
  readonly facts: readonly ShownFact[];
}

/** All content of the Page before anybody asks. Every text is plain; the renderer escapes it. */
export interface PageView {
  readonly slug: string;
  readonly displayName: string;
  /** This text may be empty. */
  readonly about: string;
  /** A language tag: the persona's first language. */
  readonly lang: string;
  /** The persona's languages, first one first. The Page's own words are in the first of them that it supports. */
  readonly languages: readonly string[];
  /** The creator's description of themselves; may be empty. */
  readonly disclosure: readonly string[];
  /** In the creator's words; if empty, the Page names findahelpline.com in its own words. */
  readonly support: readonly string[];
  readonly topics: readonly ShownTopic[];
  readonly offers: readonly ShownOffer[];
  /** Null for the service's own colours. */
  readonly theme: { readonly accent: string } | null;
  /** The Page's absolute address. */
  readonly canonicalUrl: string;
  readonly robots: 'index' | 'noindex';
}

/** Part of an answer, of one sentence or more: an approved item, word for word. */
export interface AnswerPart {
  readonly text: string;
  /** The fact's topic, if it has one. */
  readonly topic: string | null;
  readonly approvedOn: string;
  /** For an offer with an http or https address. */
  readonly url: string | null;
}

/** The outcome of a question, for the HTML that answers the form. */
export type AskResult =
  | { readonly answered: true; readonly question: string; readonly parts: readonly AnswerPart[] }
  /**
   * It contains neither the question nor the ticket. Except for the link's token, the bytes are the same for every
   * reason.
   */
  | { readonly answered: false; readonly message: string; readonly link: string };

/**
 * The form for browsers without scripts, empty or with an error. Under the header `referrer-policy: no-referrer` a
 * browser sends `Origin: null` with a form, which the service refuses. Every document with the form therefore has
 * `<meta name="referrer" content="same-origin">`.
 */
export interface AskForm {
  /** Proves that the form was fetched from this service; a hidden field. */
  readonly ticket: string;
  readonly question: string;
  readonly contact: string;
  readonly error: {
    /** Null if it concerns the whole form. */
    readonly field: 'question' | 'contact' | null;
    /** A code of the error catalogue that the Page has words for in its visitors' language. */
    readonly code: string;
    /** In English, for a code without words on the Page; for a field, it names the bound. */
    readonly message: string;
  } | null;
}

/** The content of `/p/{slug}/r/{token}`. */
export interface ThreadView {
  readonly question: string;
  readonly askedAt: EpochMs;
  /** The creator's answers, oldest first; empty if there are none yet. */
  readonly replies: readonly { readonly text: string; readonly sentAt: EpochMs }[];
}

/** The limits of a visitor's input, in code points. */
export const askBounds = {
  question: { min: 2, max: 500 },
  contact: { min: 3, max: 200 },
} as const;
