import type { ThreadView } from '../../../domain/page/views.ts';
import { type Html, html } from './html.ts';
import { back, heading } from './render-ask.ts';
import { type PageHead, renderDocument } from './render-document.ts';
import { type Voice, voiceOf } from './voice-of.ts';
import { withDate } from './words/words-of.ts';

/** Renders a visitor's secret page, with the question and the creator's answers so far. */
export function renderThread(view: PageHead, thread: ThreadView): string {
  const voice = voiceOf(view);
  const { words, ours } = voice;
  return renderDocument(view, {
    main: html`${heading(view)}
<main>
<section class="card" aria-labelledby="thread-heading">
<h2 id="thread-heading"${ours}>${words.threadHeading}</h2>
<p class="lead">${thread.question}</p>
<p class="small muted"${ours}>${onDay(words.askedOn, thread.askedAt, voice)}</p>
</section>
${thread.replies.length === 0 && html`<p role="status"${ours}>${words.notAnsweredYet}</p>`}
${thread.replies.map(({ text, sentAt }) => renderReply(text, sentAt, voice))}
<p class="small muted"${ours}>${words.keepAddress}</p>
${back(view, words.backToPage, ours)}
</main>`,
  });
}

function renderReply(text: string, sentAt: number, voice: Voice): Html {
  return html`<article class="card answer">
<p class="lead pre">${text}</p>
<p class="small muted"${voice.ours}>${onDay(voice.words.answeredOn, sentAt, voice)}</p>
</article>`;
}

function onDay(text: string, at: number, { words }: Voice): string {
  return withDate(text, new Date(at).toISOString(), words.language);
}
