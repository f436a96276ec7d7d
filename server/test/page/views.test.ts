import { expect, test } from 'vitest';
import type { PageView } from '../../src/domain/page/views.ts';
import { html, textOf } from '../../src/http/page/views/html.ts';
import { embedScript, pageScripts } from '../../src/http/page/views/page-assets.ts';
import { renderAskForm, renderAskResult } from '../../src/http/page/views/render-ask.ts';
import { renderPage } from '../../src/http/page/views/render-page.ts';
import { renderTheme } from '../../src/http/page/views/render-theme.ts';
import { renderThread } from '../../src/http/page/views/render-thread.ts';
import { de } from '../../src/http/page/views/words/de.ts';
import { en } from '../../src/http/page/views/words/en.ts';
import { es } from '../../src/http/page/views/words/es.ts';
import { fr } from '../../src/http/page/views/words/fr.ts';
import { it } from '../../src/http/page/views/words/it.ts';
import { nl } from '../../src/http/page/views/words/nl.ts';
import { pt } from '../../src/http/page/views/words/pt.ts';

const approvedOn = '2026-11-20';
const view: PageView = {
  slug: 'aurora',
  displayName: 'Aurora Lane',
  about: 'Ceramic artist in Lisbon.',
  lang: 'en',
  languages: ['en'],
  disclosure: ['An assistant helps to answer here.'],
  support: [],
  topics: [
    { topic: 'shipping', facts: [{ topic: 'shipping', text: 'I ship worldwide.', approvedOn }] },
    { topic: null, facts: [{ topic: null, text: 'I answer on Fridays.', approvedOn }] },
  ],
  offers: [
    { name: 'Bowl', topic: 'shipping', text: 'A bowl is €38.', url: 'https://shop.example/bowl', approvedOn },
    { name: 'Cup', topic: null, text: 'A cup is €20.', url: 'javascript:alert(1)', approvedOn },
  ],
  theme: { accent: '#7A3E9D' },
  canonicalUrl: 'https://aurora.example/p/aurora',
  robots: 'index',
};
const hostile = `"><img src=x onerror=alert(1)>'&{name}{date}$&`;
const link = `/p/aurora/r/${'t'.repeat(43)}`;
const passedOn = { answered: false, message: "I'll pass this to Aurora Lane.", link } as const;

/** Returns every document of a Page, with one text in all places for other people's texts. */
function documents(text: string): string[] {
  const facts = [{ topic: text, text, approvedOn }];
  const full: PageView = {
    ...view,
    displayName: text,
    about: text,
    disclosure: [text],
    support: [text],
    topics: [{ topic: text, facts }],
    offers: [{ name: text, topic: text, text, url: text, approvedOn }],
  };
  const error = { field: null, code: text, message: text };
  return [
    renderPage(full),
    renderAskForm(full, { ticket: text, question: text, contact: text, error }),
    renderAskResult(full, {
      answered: true,
      question: text,
      parts: [{ text, topic: text, approvedOn, url: `https://shop.example/${text}` }],
    }),
    renderAskResult(full, { ...passedOn, message: text }),
    renderThread(full, { question: text, askedAt: 0, replies: [{ text, sentAt: 0 }] }),
  ];
}

test('anything that a creator or a visitor writes stays text in every document of a Page', () => {
  for (const document of documents(hostile)) {
    expect(document).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;{name}{date}$&amp;');
    expect(document).not.toContain('<img');
  }
});

test('a value is escaped in text and attributes, a template is not escaped twice, and a missing value inserts nothing', () => {
  expect(textOf(html`<p title="${'"a"'}">${'<b>'}${html`<i>${'&'}</i>`}${[null, false, undefined, 0]}</p>`)).toBe(
    '<p title="&quot;a&quot;">&lt;b&gt;<i>&amp;</i>0</p>',
  );
});

test('no document has an inline script, style or handler, or loads, posts to or links a file outside its own origin', () => {
  for (const document of documents('Aurora')) {
    expect(document).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/p\/ask\.js" defer><\/script>)/);
    const own = [...document.matchAll(/<(?:link|form|script|noscript)[^>]*?(?:href|action|src)="([^"]*)"/g)];
    expect(own.length).toBeGreaterThan(2);
    expect(own.filter(([, path = '']) => !/^\/p\//.test(path))).toEqual([]);
  }
});

test('the Page links to http and https only', () => {
  const document = renderPage(view);
  expect(document).toContain('href="https://shop.example/bowl"');
  expect(document).not.toContain('javascript:');
  expect(document).toContain('A cup is €20.');
});

test('the front page has its creator as title, a labelled question, a place for answers and the way without scripts', () => {
  const document = renderPage(view);
  expect(document).toContain('<html lang="en">');
  expect(document).toContain('<title>Aurora Lane</title>');
  expect(document).toMatch(/<label for="question">.*<textarea id="question" name="question"/s);
  expect(document).toContain('<div id="answer" role="status"></div>');
  expect(document).toMatch(/<noscript>.*href="\/p\/aurora\/ask".*<\/noscript>/);
  for (const shown of [
    'Ceramic artist in Lisbon.',
    'An assistant helps to answer here.',
    'I ship worldwide.',
    'A bowl is €38.',
  ])
    expect(document).toContain(shown);
});

test('search engines read facts as a FAQPage and the description, and are only admitted if the creator chose so', () => {
  const document = renderPage(view);
  expect(document).toMatch(
    /itemtype="https:\/\/schema.org\/FAQPage".*itemtype="https:\/\/schema.org\/Question".*itemprop="name">Shipping<.*itemtype="https:\/\/schema.org\/Answer".*itemprop="text"><p class="pre">I ship worldwide/s,
  );
  expect(document).toContain('<meta name="description" content="Ceramic artist in Lisbon.">');
  expect(document).toContain('<meta property="og:title" content="Aurora Lane">');
  expect(document).toContain('<meta name="robots" content="index">');
  expect(renderPage({ ...view, robots: 'noindex' })).toContain('<meta name="robots" content="noindex">');
  expect(renderThread(view, { question: 'x', askedAt: 0, replies: [] })).toContain('content="noindex"');
});

test('a help line is in every document: the creator’s own words, otherwise findahelpline.com', () => {
  for (const document of [renderPage(view), renderAskResult(view, passedOn)])
    expect(document).toMatch(/<aside.*href="https:\/\/findahelpline\.com\/".*<\/aside>/s);
  const own = renderPage({ ...view, support: ['Please call someone near you. findahelpline.com has numbers.'] });
  expect(own).toMatch(/<aside.*Please call someone near you\. <a href="https:\/\/findahelpline\.com\/"/s);
});

test('the Page uses the first of the creator’s languages that it supports, and marks parts in another one', () => {
  const german = renderPage({ ...view, lang: 'de', languages: ['de', 'en'] });
  expect(german).toContain('<html lang="de">');
  expect(german).toContain(de.question);
  expect(german).toContain('20. November 2026');
  const swedish = renderPage({ ...view, lang: 'sv', languages: ['sv', 'fr'] });
  expect(swedish).toContain('<html lang="sv">');
  expect(swedish).toContain('<h2 id="ask-heading">Posez une question</h2>');
  expect(swedish).toMatch(/<section class="card" aria-labelledby="ask-heading" lang="fr">/);
});

test('every language has all words, none of them empty, with the same placeholders', () => {
  const flat = ({ errors, ...words }: typeof en) => ({ ...words, ...errors });
  const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const words of [es, fr, de, it, pt, nl]) {
    for (const [name, text] of Object.entries(flat(en))) {
      const said = String(Reflect.get(flat(words), name));
      expect(said.length, name).toBeGreaterThan(1);
      expect([name, [...new Set(places(said))]]).toEqual([name, [...new Set(places(text))]]);
    }
  }
});

test('a question that is passed on gets the same bytes whatever was asked, except for the link', () => {
  const other = { ...passedOn, link: `/p/aurora/r/${'u'.repeat(43)}` };
  const document = renderAskResult(view, passedOn);
  expect(renderAskResult(view, other)).toBe(document.replaceAll('t'.repeat(43), 'u'.repeat(43)));
  expect(document).not.toContain('name="question"');
  expect(document).toContain('I&#39;ll pass this to Aurora Lane.');
});

test('a rejected form contains the question, the limit beside its field, and a link from the summary to the field', () => {
  const error = { field: 'question', code: 'invalid_request', message: 'question has 2 to 500 characters' } as const;
  const document = renderAskForm(view, { ticket: 'a-ticket', question: 'x', contact: 'me@a.example', error });
  expect(document).toMatch(/role="alert".*<a href="#question">Write a question of 2 to 500 characters\.<\/a>/s);
  expect(document).toMatch(
    /<textarea[^>]*aria-describedby="question-hint question-fault" aria-invalid="true">\s*x<\/textarea>/,
  );
  expect(document).toContain('value="me@a.example"');
  expect(document).toContain('<input type="hidden" name="ticket" value="a-ticket">');
  expect(document).toMatch(/<div class="trap" aria-hidden="true">.*name="website"/);
});

test('a question keeps a line break at its start', () => {
  const document = renderAskForm(view, { ticket: 't', question: '\nhi', contact: '', error: null });
  expect(document).toMatch(/<textarea[^>]*>\n\nhi<\/textarea>/);
});

test('the stylesheet has the creator’s colours for light and dark, and fetches nothing', () => {
  const sheet = renderTheme({ accent: '#7A3E9D' });
  expect(sheet).toContain('--accent:#7a3e9d');
  expect(sheet).toContain('prefers-color-scheme:dark');
  expect(sheet).not.toMatch(/url\(|@import/);
  expect(sheet).not.toBe(renderTheme(null));
});

test('no script of a Page writes to another window, stores anything in the browser, or makes HTML of text', () => {
  for (const { body } of [embedScript, ...pageScripts])
    expect(body).not.toMatch(
      /postMessage\([^)]*['"]\*['"]|localStorage|sessionStorage|document\.cookie|innerHTML|insertAdjacentHTML/,
    );
});
