import type { PageView, ShownFact, ShownOffer } from '../../../domain/page/views.ts';
import { type Html, html } from './html.ts';
import { offerLink, source } from './sources.ts';
import type { Voice } from './voice-of.ts';

interface Topic {
  readonly topic: string | null;
  readonly facts: readonly ShownFact[];
  readonly offers: readonly ShownOffer[];
}

/** Renders the Page's approved content by topic, with facts and offers together, then the offers without a topic. */
export function renderTopics(view: PageView, voice: Voice): Html {
  const topics = topicsOf(view);
  const others = view.offers.filter(({ topic }) => topic === null);
  const { words, ours } = voice;
  return html`${
    topics.length > 0 &&
    html`<section class="stack" aria-labelledby="topics" itemscope itemtype="https://schema.org/FAQPage">
<h2 id="topics"${ours}>${words.topicsHeading}</h2>
<div>${topics.map((topic) => renderTopic(topic, voice, topics.length === 1))}</div>
</section>`
  }
${
  others.length > 0 &&
  html`<section class="stack" aria-labelledby="offers">
<h2 id="offers"${ours}>${words.offers}</h2>
${renderOffers(others, voice, 'h3')}
</section>`
}`;
}

/** Returns the facts' topics in order, then topics that have only offers. Facts without a topic come last. */
function topicsOf({ topics, offers }: PageView): Topic[] {
  const ofFacts = topics.map((each) => each.topic);
  const ofOffers = [...new Set(offers.map(({ topic }) => topic))].filter(
    (topic) => topic !== null && !ofFacts.includes(topic),
  );
  const all = [
    ...topics.filter(({ topic }) => topic !== null),
    ...ofOffers.map((topic) => ({ topic, facts: [] })),
    ...topics.filter(({ topic }) => topic === null),
  ];
  return all.map(({ topic, facts }) => ({
    topic,
    facts,
    offers: offers.filter((offer) => offer.topic !== null && offer.topic === topic),
  }));
}

/**
 * Renders a topic. For search engines, a topic with facts is marked up as a question with its answer. A topic with only
 * offers has no such markup.
 */
function renderTopic({ topic, facts, offers }: Topic, voice: Voice, isOpen: boolean): Html {
  const isAnswer = facts.length > 0;
  return html`<details${isAnswer && html` itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"`}${isOpen && html` open`}>
<summary><h3${isAnswer && html` itemprop="name"`}${topic === null && voice.ours}>${topic === null ? voice.words.otherTopic : titled(topic)}</h3></summary>
<div class="stack">
${isAnswer && renderFacts(facts, voice)}
${offers.length > 0 && renderOffers(offers, voice, 'h4')}
</div>
</details>
`;
}

function renderFacts(facts: readonly ShownFact[], voice: Voice): Html {
  const newest = facts.map(({ approvedOn }) => approvedOn).reduce((one, other) => (one > other ? one : other));
  return html`<div class="stack" itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer">
<div class="stack" itemprop="text">${facts.map(({ text }) => html`<p class="pre">${text}</p>`)}</div>
${source({ approvedOn: newest, topic: null }, voice)}
</div>`;
}

function renderOffers(offers: readonly ShownOffer[], voice: Voice, level: 'h3' | 'h4'): Html {
  const shown = offers.map(
    ({ name, text, url, approvedOn }) => html`<li class="card">
${level === 'h3' ? html`<h3>${name}</h3>` : html`<h4>${name}</h4>`}
<p class="pre">${text}</p>
${offerLink(url, voice)}
${source({ approvedOn, topic: null }, voice)}
</li>`,
  );
  return html`<ul class="offers">${shown}</ul>`;
}

function titled(topic: string): string {
  const [first = '', ...rest] = topic;
  return first.toUpperCase() + rest.join('');
}
