import type { Evaluation, Group, Miss } from '../../admin/evaluate/evaluation.ts';
import type { Share } from '../../admin/evaluate/intervals.ts';
import type { ItemFigures } from '../../admin/evaluate/item-figures.ts';
import type { Measure } from '../../admin/evaluate/measures.ts';
import { countText, figureText, goalText, intervalText, shareText } from './figures.ts';
import { reliabilityChart, riskCoverageChart } from './report-charts.ts';
import { reportStyle } from './report-style.ts';
import { type About, confusionText, isToTeach } from './show-evaluation.ts';

/** The report as one HTML file: it needs no network and no script, and contains no text of a message. */
export function reportPage(evaluation: Evaluation, about: About): string {
  const leftOut =
    about.leftOut === 0
      ? ''
      : `${counted(about.leftOut, 'line')} left out because ${about.leftOut === 1 ? 'it is not a valid case' : 'they are not valid cases'}.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Evaluation of ${escaped(about.title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<h1>Evaluation of ${escaped(about.title)}</h1>
<p>${counted(evaluation.cases, 'labelled message')} to ${counted(evaluation.profiles.length, 'creator')}, drafted as of <code>${escaped(about.at)}</code>.${leftOut}</p>
<div class="tiles">${headlines.map((id) => tile(evaluation.measures.find((measure) => measure.id === id))).join('')}</div>
<h2>Measures</h2>
<p>All intervals are 95 %: Wilson's for shares, the exact bound if none or all are hit, and resampling for F1 and calibration. The tick marks the goal.</p>
<div class="card">${measureTable(evaluation.measures)}</div>
<h2>Confidence</h2>
<div class="charts">
<figure class="card"><figcaption>Reliability<small>On the dashed line, confidence equals the share of right decisions.</small></figcaption>${reliabilityChart(evaluation)}</figure>
<figure class="card"><figcaption>Risk and coverage<small>The share answered if only the most certain decisions counted.</small></figcaption>${riskCoverageChart(evaluation)}</figure>
</div>
<h2>By creator</h2>
<div class="card">${groupTable('creator', evaluation.byProfile)}</div>
${evaluation.profiles.map(({ name, measures }) => `<details><summary>All measures of ${escaped(name)}</summary><div class="card">${measureTable(measures)}</div></details>`).join('\n')}
<h2>By intent</h2>
<div class="card">${groupTable('intent', evaluation.byIntent)}</div>
<h2>By kind of message</h2>
<div class="card">${groupTable('kind', evaluation.byKind)}</div>
<h2>Items that need more teaching</h2>
<p>Messages to these facts and offers often find another item or none; the most missed come first. Add more phrases, and add near misses if two items are confused.</p>
<div class="card">${itemTable(evaluation.items.filter(isToTeach).slice(0, 40))}</div>
<h2>Reasons for holding answerable messages</h2>
<p>The rule or threshold that left a message to the creator although approved items could answer it.</p>
<div class="card">${table(
    ['decided by', '#cases'],
    evaluation.heldBy.map(({ rule, count }) => [`<code>${escaped(rule)}</code>`, String(count)]),
  )}</div>
<h2>Differences from the labels</h2>
<p>Each decision that differs from its label is counted under its most serious difference. Messages are identified by their line and never quoted.</p>
<div class="card">${table(
    ['difference', 'kind', '#cases'],
    evaluation.missKinds.map(({ miss, kind, count }) => [escaped(miss), escaped(kind), String(count)]),
  )}</div>
<details><summary>All ${evaluation.misses.length.toLocaleString('en-US')} of them</summary><div class="card">${missTable(evaluation.misses)}</div></details>
<footer>Made by <code>understudy evaluate</code>. This page loads nothing from the network.</footer>
</body>
</html>
`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}

const headlines = ['false-safe', 'wrong-answer', 'automation', 'right-reply', 'suggested', 'courtesies'];

function tile(measure: Measure | undefined): string {
  if (measure === undefined) return '';
  const details = [intervalText(measure), goalText(measure) === '' ? '' : `goal ${goalText(measure)}`].filter(Boolean);
  return `<div class="tile ${stateOf(measure)}"><span>${coded(measure.title)}</span><b>${figureText(measure)}</b><span>${details.join(' · ')}</span></div>`;
}

function measureTable(measures: readonly Measure[]): string {
  const rows = measures.map(
    (measure) =>
      `<tr class="${stateOf(measure)}"><td class="mark">${measure.isMet === null ? '' : measure.isMet ? '✓' : '✗'}</td><td>${coded(measure.title)}</td><td class="n"><b>${figureText(measure)}</b></td><td class="n soft">${intervalText(measure)}</td><td class="n soft">${countText(measure)}</td><td class="n soft">${goalText(measure)}</td><td class="range">${rangeBar(measure)}</td></tr>`,
  );
  return `<table><thead><tr><th></th><th>measure</th><th class="n">figure</th><th class="n">95 % interval</th><th class="n">counted</th><th class="n">goal</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function stateOf({ isMet }: Measure): string {
  return isMet === null ? '' : isMet ? 'met' : 'missed';
}

/** Draws a share or figure between 0 and 1 as a bar, with its interval and goal. */
function rangeBar({ unit, value, low, high, goal }: Measure): string {
  if (value === null || low === null || high === null || (unit !== 'share' && unit !== 'number')) return '';
  const at = (part: number): string => (120 * Math.min(1, part)).toFixed(1);
  const reach = `<rect class="reach" x="${at(low)}" y="2" width="${Math.max(1, 120 * (high - low)).toFixed(1)}" height="8" rx="2"/>`;
  const aim = goal === null ? '' : `<path class="aim" d="M${at(goal.value)} 0V12"/>`;
  return `<svg width="120" height="12" viewBox="0 0 120 12" aria-hidden="true"><rect class="track" y="4" width="120" height="4" rx="2"/>${reach}<circle class="point" cx="${at(value)}" cy="6" r="3"/>${aim}</svg>`;
}

function groupTable(title: string, groups: readonly Group[]): string {
  return table(
    [title, '#cases', '#false-safe', '#wrong among safe', '#automation', '#over-block', '#intent agrees'],
    groups.map(({ name, cases, falseSafe, wrongAnswers, automation, overBlock, intentAgrees }) => [
      escaped(name),
      String(cases),
      harm(falseSafe),
      harm(wrongAnswers),
      interval(automation),
      harm(overBlock),
      interval(intentAgrees),
    ]),
  );
}

function itemTable(items: readonly ItemFigures[]): string {
  return table(
    ['item', 'creator', '#phrases', '#near misses', '#cases', '#found', '#right', '#wrong', '#held', 'confused with'],
    items.map((item) =>
      [
        item.id,
        item.profile,
        ...[item.phrases, item.nearMisses, item.cases, item.found, item.right, item.wrong, item.held].map(String),
        confusionText(item),
      ].map(escaped),
    ),
  );
}

/** Highlights a share that should be zero but is not. */
function harm(share: Share): string {
  return share.hits === 0 ? interval(share) : `<span class="bad">${interval(share)}</span>`;
}

function interval(share: Share): string {
  const bounds = intervalText({ unit: 'share', low: share.low, high: share.high });
  return `<span title="95 % interval ${bounds}">${shareText(share)}</span>`;
}

function missTable(misses: readonly Miss[]): string {
  return table(
    ['amiss', 'line', 'creator', 'kind', 'labelled', 'decided', 'decided by', 'should rest on', 'rests on'],
    misses.map((miss) =>
      [
        miss.miss,
        `${miss.source}:${miss.line}`,
        miss.profile,
        miss.kind,
        miss.labelled,
        miss.decided,
        miss.decidedBy,
        miss.wanted.join(', '),
        miss.used.join(', '),
      ].map(escaped),
    ),
  );
}

/** Builds a table. Titles that begin with # mark columns of numbers; cells are HTML. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const of = (at: number): string => (titles[at]?.startsWith('#') ? ' class="n"' : '');
  const head = titles.map((title, at) => `<th${of(at)}>${title.replace('#', '')}</th>`).join('');
  const body = rows
    .map((cells) => `<tr>${cells.map((cell, at) => `<td${of(at)}>${cell}</td>`).join('')}</tr>`)
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function coded(title: string): string {
  return escaped(title).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
