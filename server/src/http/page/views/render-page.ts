import type { PageView } from '../../../domain/page/views.ts';
import { askFields } from './ask-fields.ts';
import { attributes, type Html, html } from './html.ts';
import { assetPaths, pathsOf } from './paths-of.ts';
import { renderDocument } from './render-document.ts';
import { renderTopics } from './render-topics.ts';
import { scriptWords } from './script-words.ts';
import { type Voice, voiceOf } from './voice-of.ts';

/** Renders a Page's front page as one HTML document: its creator, the question form, and the approved content. */
export function renderPage(view: PageView): string {
  const voice = voiceOf(view);
  return renderDocument(view, {
    isFront: true,
    main: html`<header>
<h1>${view.displayName}</h1>
${view.about !== '' && html`<p class="lead">${view.about}</p>`}
${view.disclosure.map((text) => html`<p class="muted pre">${text}</p>`)}
</header>
<main>
${askCard(view, voice)}
${renderTopics(view, voice)}
</main>`,
  });
}

/**
 * Renders the question form. If scripts are on but did not run, the browser sends the form with an empty ticket. The
 * service then answers with a form that contains a ticket and the question. The page itself cannot contain a ticket,
 * because it is the same for everyone.
 */
function askCard(view: PageView, { words, ours }: Voice): Html {
  const paths = pathsOf(view.slug);
  const form = attributes({
    action: paths.ask,
    'data-challenge': paths.challenge,
    'data-worker': assetPaths.worker,
    'data-words': JSON.stringify(scriptWords(words)),
    'data-lang': words.language,
  });
  return html`<section class="card" aria-labelledby="ask-heading"${ours}>
<div class="stack">
<h2 id="ask-heading">${words.askHeading}</h2>
<p class="muted small">${words.askIntro}</p>
</div>
<noscript><p><a class="button" href="${paths.ask}">${words.askHeading}</a></p></noscript>
<form class="stack scripted" id="ask" method="post" novalidate${form}>
<div id="problem"></div>
${askFields({ question: '', contact: '', error: null }, words)}
<input type="hidden" name="ticket">
<button>${words.send}</button>
<div id="progress" hidden><p class="small muted" id="progress-text">${words.sending}</p><progress aria-labelledby="progress-text" max="1"></progress></div>
</form>
<div id="answer" role="status"></div>
</section>`;
}
