import type { EpochMs } from '../period.ts';

/** An approved fact as the Page shows it, word for word. */
export interface ShownFact {
  readonly topic: string | null;
  readonly text: string;
  /** A date such as `2026-11-20`. */
  readonly approvedOn: string;
}

export interface ShownOffer {
  readonly name: string;
  readonly topic: string | null;
  readonly text: string;
  /** An http or https address; null if the offer has none. */
  readonly url: string | null;
  readonly approvedOn: string;
}

/** The facts of one topic, in the persona's order. `topic` is null for facts without one, which come last. */
export interface ShownTopic {
  readonly topic: string | null;
  readonly facts: readonly ShownFact[];
}

/** Everything that the Page shows before anyone asks a question. All texts are plain; the renderer escapes them. */
export interface PageView {
  readonly slug: string;
  readonly displayName: string;
  /** The creator's text about themselves; may be empty. */
  readonly about: string;
  /** A language tag: the persona's first language. */
  readonly lang: string;
  /**
   * The persona's languages, preferred one first. The Page's own words are in the first of these languages that is
   * supported.
   */
  readonly languages: readonly string[];
  /** How the creator describes themselves; may be empty. */
  readonly disclosure: readonly string[];
  /** The creator's words about support. If empty, the Page refers to findahelpline.com in its own words. */
  readonly support: readonly string[];
  readonly topics: readonly ShownTopic[];
  readonly offers: readonly ShownOffer[];
  /** The Page's colours; null for the service's own. */
  readonly theme: { readonly accent: string } | null;
  /** The Page's absolute address. */
  readonly canonicalUrl: string;
  readonly robots: 'index' | 'noindex';
}

/** Part of an answer, one sentence or more: an approved item, word for word. */
export interface AnswerPart {
  readonly text: string;
  /** The fact's topic; null if it has none. */
  readonly topic: string | null;
  readonly approvedOn: string;
  /** The address of an offer, if it is http or https; otherwise null. */
  readonly url: string | null;
}

/** The outcome of a question, for the HTML response to the form. */
export type AskResult =
  | { readonly answered: true; readonly question: string; readonly parts: readonly AnswerPart[] }
  /**
   * Contains neither the question nor the ticket. Except for the token in the link, the bytes are the same whatever the
   * reason for passing the question on.
   */
  | { readonly answered: false; readonly message: string; readonly link: string };

/**
 * The form for browsers without scripts, either empty or with an error. Under the header `referrer-policy:
 * no-referrer`, a browser submits a form with `Origin: null`, which the service rejects. Every document that contains
 * the form therefore has `<meta name="referrer" content="same-origin">`.
 */
export interface AskForm {
  /** A hidden field that proves that the form was fetched from this service. */
  readonly ticket: string;
  readonly question: string;
  readonly contact: string;
  readonly error: {
    /** Null if the error concerns the whole form. */
    readonly field: 'question' | 'contact' | null;
    /** A code from the error catalogue. For some codes, the Page has its own message in the visitors' language. */
    readonly code: string;
    /**
     * The message in English, for a code without a message of the Page's own. For a field, the message names the limit.
     */
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

/** The length limits of a visitor's input, in code points. */
export const askBounds = {
  question: { min: 2, max: 500 },
  contact: { min: 3, max: 200 },
} as const;
