import type { AnswerPart, AskForm, AskResult } from '../../../domain/page/views.ts';
import { askFields } from './ask-fields.ts';
import { attributes, type Html, html } from './html.ts';
import { pathsOf } from './paths-of.ts';
import { type PageHead, renderDocument } from './render-document.ts';
import { offerLink, source } from './sources.ts';
import { type Voice, voiceOf } from './voice-of.ts';

/**
 * Renders the form for browsers without JavaScript. It is either empty, or contains the question and an error message.
 */
export function renderAskForm(view: PageHead, form: AskForm): string {
  const voice = voiceOf(view);
  const { words, ours } = voice;
  return renderDocument(view, {
    main: html`${heading(view)}
<main${ours}>
${problem(form, voice)}
<form class="card" method="post" action="${pathsOf(view.slug).ask}" aria-labelledby="ask-heading">
<h2 id="ask-heading">${words.askHeading}</h2>
<p class="muted small">${words.askIntro}</p>
${askFields(form, words)}
<div class="trap" aria-hidden="true"><label for="website">Website</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="ticket" value="${form.ticket}">
<button>${words.send}</button>
</form>
${back(view, words.backToPage)}
</main>`,
  });
}

/**
 * Renders the outcome of a question that was sent with the form. If the question was not answered, the page contains
 * neither the question nor the ticket.
 */
export function renderAskResult(view: PageHead, result: AskResult): string {
  const voice = voiceOf(view);
  const { words, ours } = voice;
  return renderDocument(view, {
    main: html`${heading(view)}
<main>
${result.answered ? renderAnswer(result, voice) : passedOn(result, voice)}
<p><a class="button" href="${pathsOf(view.slug).ask}"${ours}>${words.askAgain}</a></p>
${back(view, words.backToPage, ours)}
</main>`,
  });
}

/** Renders the heading of every page other than the front page. */
export function heading({ displayName }: PageHead): Html {
  return html`<header><h1>${displayName}</h1></header>`;
}

/** Renders a link back to the front page. `marks` are attributes of the link. */
export function back(view: PageHead, label: string, marks: Html | null = null): Html {
  return html`<p><a href="${pathsOf(view.slug).page}"${marks}>${label}</a></p>`;
}

function problem({ error }: AskForm, { words }: Voice): Html | null {
  if (error === null) return null;
  const known: Readonly<Record<string, string>> = words.errors;
  const message =
    error.field === null
      ? (known[error.code] ?? error.message)
      : html`<a href="#${error.field}">${words.errors[error.field]}</a>`;
  return html`<div class="card error" role="alert"><h2>${words.errorHeading}</h2><p>${message}</p></div>`;
}

function renderAnswer({ question, parts }: Extract<AskResult, { answered: true }>, voice: Voice): Html {
  const { words, ours } = voice;
  return html`<section class="card answer" role="status" aria-labelledby="answer-heading">
<h2 id="answer-heading"${ours}>${words.answerHeading}</h2>
<p class="small muted"><span${ours}>${words.youAsked}:</span> ${question}</p>
${parts.map((part) => renderPart(part, voice))}
</section>`;
}

function renderPart({ text, topic, approvedOn, url }: AnswerPart, voice: Voice): Html {
  return html`<div class="said">
<p class="pre">${text}</p>
${offerLink(url, voice)}
${source({ topic, approvedOn }, voice)}
</div>`;
}

function passedOn({ message, link }: Extract<AskResult, { answered: false }>, { words, ours }: Voice): Html {
  // The message is the one sentence that the contract defines for every question that is passed on. It is in English on
  // every Page.
  const english = attributes({ lang: 'en' });
  return html`<section class="card answer" role="status" aria-labelledby="answer-heading">
<h2 id="answer-heading"${ours}>${words.passedOnHeading}</h2>
<p class="lead"${english}>${message}</p>
<p${ours}><a href="${link}">${words.threadLink}</a></p>
<p class="small muted"${ours}>${words.keepLink}</p>
</section>`;
}
