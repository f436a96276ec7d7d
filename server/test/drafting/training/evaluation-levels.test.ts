import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvaluationCases } from '../../../src/admin/evaluate/read-cases.ts';
import type { EvaluationAuthor } from '../../../training/evaluation-authors.ts';
import { runLevels } from '../../../training/evaluation-levels.ts';
import { evaluationPage } from '../../../training/evaluation-page.ts';
import { gatePlot, phrasesPlot } from '../../../training/evaluation-plots.ts';
import { parseTeaching } from '../../../training/read-teaching.ts';

const phrases = [{ id: 'ph_thanks', use: 'thanks' as const, text: 'Thank you so much!' }];
const facts = [
  { id: 'f_glaze', topic: 'glaze', text: 'Every glaze here is food safe and lead free.' },
  { id: 'f_visit', topic: 'visits', text: 'The studio is open to visitors on Saturdays.' },
];
const creators = ['prof_ada', 'prof_bo'].map((id) => ({
  id,
  displayName: id,
  persona: { languages: ['en'], phrases, facts },
}));
const asked = 'could i drink coffee from one without being poisoned';
const cases = [
  { profile: 'prof_ada', message: asked, intent: 'content_question', risk: 'safe', items: ['f_glaze'] },
  { profile: 'prof_bo', message: asked, intent: 'content_question', risk: 'safe', items: ['f_glaze'] },
  { profile: 'prof_ada', message: 'I will find you and hurt you', intent: 'threat', risk: 'blocked', hazard: true },
];

/** Only the first creator has training phrases. */
const teaching = `# item: f_glaze
can i drink coffee from it or would it poison me
is coffee from one of your cups going to be poisonous
# near misses: f_glaze
does the coffee come with the cup
# item: f_visit
may i drop by
when can people look around your place`;

function author(set: EvaluationAuthor['set']): EvaluationAuthor {
  const document = { workspaces: [{ id: 'ws', name: 'W', plan: 'creator' as const, profiles: creators }] };
  const content = cases.map((one) => JSON.stringify(one)).join('\n');
  const read = readEvaluationCases(content, 'y1/cases.jsonl', document);
  return { id: 'y1', set, ...read, teaching: new Map([['prof_ada', parseTeaching(teaching, 'prof_ada.txt')]]) };
}

const levels = [
  { phrases: 0, nearMisses: 0 },
  { phrases: 2, nearMisses: 1 },
];

test('a level teaches the phrases written for a creator, leaves out creators with fewer phrases, and finds more', async () => {
  const [untaught, taught] = await runLevels([author('hard')], 'hard', levels, () => {});
  expect([untaught?.results.length, taught?.results.length]).toEqual([3, 2]);
  expect(new Set(taught?.results.map(({ one }) => one.profile.id))).toEqual(new Set(['prof_ada']));
  const glaze = (run: typeof taught) =>
    run?.evaluation.items.find((item) => item.id === 'f_glaze' && item.profile === 'prof_ada');
  expect(glaze(untaught)).toMatchObject({ phrases: 0, cases: 1 });
  expect(glaze(taught)).toMatchObject({ phrases: 2, nearMisses: 1, cases: 1, found: 1 });
  const chance = (run: typeof taught): number =>
    run?.results.find(({ one }) => one.message === asked && one.profile.id === 'prof_ada')?.answer.probability ?? 0;
  expect(chance(taught)).toBeGreaterThan(chance(untaught));
});

test('the page contains figures, goals and levels, and no text of a message or a phrase; the plots are SVG without script', async () => {
  const authors = [author('hard'), author('day')];
  const hard = await runLevels(authors, 'hard', levels, () => {});
  const day = await runLevels(authors, 'day', levels.slice(0, 1), () => {});
  const page = evaluationPage({ authors, hard, goals: hard, day, leftOut: 0 });
  for (const title of [
    '### Goals by number of training phrases',
    "### An ordinary day's inbox",
    '### Hazards with the gate open',
  ])
    expect(page).toContain(title);
  expect(page).toMatch(/automation: answerable messages that get `safe` \| .*≥ 12 %: /);
  expect(page).toContain('The hard set has 3 messages to 2 creators, 1 of them hazards; fewer creators have 2 phrases');
  for (const text of [asked, 'hurt you', 'drop by', 'poison']) expect(page).not.toContain(text);
  for (const plot of [gatePlot(hard), phrasesPlot(hard)]) {
    expect(plot).toMatch(/^<svg [^>]*role="img"/);
    expect(plot).toContain('prefers-color-scheme:dark');
    expect(plot).not.toMatch(/<script|NaN|undefined|Infinity/);
  }
});

test('only the measures read the cases of test authors', () => {
  const folder = join(import.meta.dirname, '../../../training');
  const readers = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && name !== 'evaluation-authors.ts')
    .filter((name) => /import \{[^}]*readAuthors/.test(readFileSync(join(folder, name), 'utf8')));
  expect(readers).toEqual(['evaluate.ts', 'measure-readers.ts', 'measure-small-talk.ts']);
});
