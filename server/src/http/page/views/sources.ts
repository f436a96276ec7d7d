import { type Html, html } from './html.ts';
import type { Voice } from './voice-of.ts';
import { webAddress } from './web-address.ts';
import { withDate } from './words/words-of.ts';

/**
 * Renders the link to an offer, which opens in a new window because shops do not open in a frame. Returns null for an
 * address that is not http or https.
 */
export function offerLink(url: string | null, { words, ours }: Voice): Html | null {
  const address = webAddress(url);
  if (address === null) return null;
  return html`<p><a href="${address}" target="_blank" rel="noopener noreferrer"${ours}>${words.offerLink}</a> <span class="small muted">${new URL(address).hostname}</span></p>`;
}

/** Renders a sentence's source: its topic and the date of its approval. */
export function source(
  { topic, approvedOn }: { readonly topic: string | null; readonly approvedOn: string },
  { words, ours }: Voice,
): Html {
  const date = withDate(words.approvedOn, approvedOn, words.language);
  return html`<p class="small muted">${topic !== null && html`${topic} · `}<span${ours}>${date}</span></p>`;
}
