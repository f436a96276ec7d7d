import { expect, test } from 'vitest';
import { dailyRepliesOf, newPageSettings, pageDocument, pageSettingNames } from '../../src/domain/page/page.ts';
import { PageDocument, PageDomain } from '../../src/domain/page/page-document.ts';
import {
  type AskForm,
  type AskResult,
  askBounds,
  type PageView,
  type ThreadView,
} from '../../src/domain/page/views.ts';
import { createValidator } from '../../src/lib/validator.ts';

const isPage = createValidator(PageDocument);

test.each([
  ['aurora', true],
  ['a-1', true],
  [`a${'b'.repeat(59)}`, true],
  [`a${'b'.repeat(60)}`, false],
  ['ab', false],
  ['-ab', false],
  ['ab-', false],
  ['Aurora', false],
  ['a.b', false],
  ['page\n', false],
])('the slug %j is valid for a Page: %s', (slug, fits) => {
  expect(isPage({ slug, profileId: 'prof_aurora' }).ok).toBe(fits);
});

test.each([
  [{ frameAncestors: ['https://a.example'] }, true],
  [{ frameAncestors: ['https://a.example/'] }, false],
  [{ frameAncestors: ["https://a.example; script-src 'unsafe-inline'"] }, false],
  [{ frameAncestors: ['*'] }, false],
  [{ theme: { accent: '#7A3E9D' } }, true],
  [{ theme: { accent: 'red' } }, false],
  [{ theme: null, dailyReplies: null }, true],
  [{ dailyHandoffs: 0 }, false],
  [{ dailyHandoffs: 1_000 }, true],
  [{ colour: 'red' }, false],
])('the settings %j are valid for a Page: %s', (settings, fits) => {
  expect(isPage({ slug: 'aurora', profileId: 'prof_aurora', ...settings }).ok).toBe(fits);
});

test.each([
  ['a.example', true],
  ['ask.aurora-lane.example', true],
  ['A.example', false],
  ['localhost', false],
  ['127.0.0.1', false],
  ['a.example:443', false],
])('the domain %j is valid for a Page: %s', (domain, fits) => {
  expect(createValidator(PageDomain)(domain).ok).toBe(fits);
});

test('a day has 1/15 of the share of the Page, rounded up, unless the creator chose a number', () => {
  expect(dailyRepliesOf({ dailyReplies: null }, 500, null)).toBe(7);
  expect(dailyRepliesOf({ dailyReplies: null }, 500, { page: 100 })).toBe(34);
  expect(dailyRepliesOf({ dailyReplies: null }, 500, { page: 0 })).toBe(0);
  expect(dailyRepliesOf({ dailyReplies: 3 }, 500, null)).toBe(3);
  expect(dailyRepliesOf({ dailyReplies: 0 }, 500, null)).toBe(0);
});

test('a Page in the format of the document has every setting, but not its domains', () => {
  const domains = [{ domain: 'a.example', token: 'secret', provenAt: null }];
  const record = { slug: 'aurora', profileId: 'p', createdAt: 0, domains, ...newPageSettings({}) };
  const document = pageDocument(record);
  expect(Object.keys(document)).toEqual(['slug', 'profileId', ...pageSettingNames]);
  expect(isPage(document).ok).toBe(true);
});

test('the views contain what the renderers get', () => {
  const view: PageView = {
    slug: 'aurora',
    displayName: 'Aurora Lane',
    about: '',
    lang: 'en',
    languages: ['en'],
    disclosure: [],
    support: ['findahelpline.com'],
    topics: [],
    offers: [],
    theme: null,
    canonicalUrl: 'https://a.example/p/aurora',
    robots: 'noindex',
  };
  const result: AskResult = { answered: true, question: 'Do you ship?', parts: [] };
  const form: AskForm = { ticket: 't', question: '', contact: '', error: null };
  const thread: ThreadView = { question: 'Do you ship?', askedAt: 0, replies: [] };
  expect([view.support.length, result.answered, form.error, thread.replies]).toEqual([1, true, null, []]);
  expect(askBounds.question).toEqual({ min: 2, max: 500 });
});
