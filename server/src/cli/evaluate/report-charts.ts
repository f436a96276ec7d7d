import type { ReliabilityBin, RiskPoint } from '../../admin/evaluate/calibration.ts';
import type { Evaluation } from '../../admin/evaluate/evaluation.ts';

const size = 360;
const edge = { left: 58, right: 12, top: 10, bottom: 40 };
const inner = { width: size - edge.left - edge.right, height: size - edge.top - edge.bottom };

interface Axes {
  readonly highest: { readonly x: number; readonly y: number };
  readonly x: string;
  readonly y: string;
}

/**
 * Plots the confidence of decisions against the share of them that were right, for each risk level. The larger a
 * circle, the more decisions it represents.
 */
export function reliabilityChart({ reliability }: Evaluation): string {
  const axes = { highest: { x: 1, y: 1 }, x: 'stated confidence', y: 'share of right decisions' };
  const most = Math.max(1, ...Object.values(reliability).flatMap((list) => list.map(({ count }) => count)));
  const series = (['safe', 'review', 'blocked'] as const).map((level) => {
    const dots = reliability[level].map((bin) => dot(place(axes, bin.said, bin.right), bin, most));
    const line = reliability[level].filter(({ count }) => count >= fewestOfBin);
    const points = line.map(({ said, right }) => pair(place(axes, said, right)));
    return `<g class="${level}"><polyline class="curve" points="${points.join(' ')}"/>${dots.join('')}</g>`;
  });
  const ideal = `<polyline class="ideal" points="${pair(place(axes, 0, 0))} ${pair(place(axes, 1, 1))}"/>`;
  const legend = ['safe', 'review', 'blocked'].map((level): [string, string] => [level, level]);
  return `${frame(axes, 'Reliability curve', ideal + series.join(''))}${legendOf(legend)}`;
}

/** Plots how many messages can be answered at each minimum confidence, and how many of the answers are wrong. */
export function riskCoverageChart({ riskCoverage }: Evaluation): string {
  const answers = riskCoverage.answers.filter(({ count }) => count >= fewest);
  const decisions = riskCoverage.decisions.filter(({ count }) => count >= fewest);
  const worst = Math.max(0.05, ...[...answers, ...decisions].map(({ risk }) => risk));
  const widest = Math.max(1, ...answers.map(({ coverage }) => coverage));
  const axes = {
    highest: { x: widest, y: Math.ceil(worst * 20) / 20 },
    x: 'coverage',
    y: 'share of wrong decisions among those made',
  };
  const line = (name: string, points: readonly RiskPoint[]): string => {
    const list = points.map(({ coverage, risk }) => pair(place(axes, coverage, risk)));
    return `<g class="${name}"><polyline class="curve" points="${list.join(' ')}"/></g>`;
  };
  const goal = `<polyline class="ideal" points="${pair(place(axes, 0, 0.03))} ${pair(place(axes, widest, 0.03))}"/>`;
  const legend: [string, string][] = [
    ['safe', 'answers, as a share of the answerable messages (dashed line: the 3 % goal)'],
    ['all', 'all decisions'],
  ];
  return `${frame(axes, 'Risk–coverage curve', goal + line('all', decisions) + line('safe', answers))}${legendOf(legend)}`;
}

/** The minimum number of decisions from which the share of wrong ones is meaningful. */
const fewest = 20;
/** A bin with fewer decisions than this gets a circle, but the line skips the bin. */
const fewestOfBin = 10;

function dot([x, y]: readonly [number, number], { count, said, right }: ReliabilityBin, most: number): string {
  const radius = 3 + 7 * Math.sqrt(count / most);
  const title = `${count} decisions: stated ${said.toFixed(2)}, right ${right.toFixed(2)}`;
  return `<circle class="dot" cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}"><title>${title}</title></circle>`;
}

function frame(axes: Axes, title: string, content: string): string {
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const [x, y] = place(axes, part * axes.highest.x, part * axes.highest.y);
    const across = `<path class="grid" d="M${edge.left} ${fixed(y)}H${size - edge.right}M${fixed(x)} ${edge.top}V${size - edge.bottom}"/>`;
    const left = `<text x="${edge.left - 8}" y="${fixed(y + 4)}" text-anchor="end">${percent(part * axes.highest.y)}</text>`;
    const below = `<text x="${fixed(x)}" y="${size - edge.bottom + 16}" text-anchor="middle">${percent(part * axes.highest.x)}</text>`;
    return across + left + below;
  });
  const names = `<text x="${edge.left + inner.width / 2}" y="${size - 6}" text-anchor="middle">${axes.x}</text><text transform="translate(11 ${edge.top + inner.height / 2}) rotate(-90)" text-anchor="middle">${axes.y}</text>`;
  return `<svg viewBox="0 0 ${size} ${size}" width="100%" role="img" aria-label="${title}">${lines.join('')}${names}${content}</svg>`;
}

function legendOf(entries: readonly (readonly [string, string])[]): string {
  const spans = entries.map(([name, text]) => `<span class="${name}"><i></i>${text}</span>`);
  return `<div class="legend">${spans.join('')}</div>`;
}

function place({ highest }: Axes, x: number, y: number): [number, number] {
  return [
    edge.left + (inner.width * Math.min(x, highest.x)) / highest.x,
    edge.top + inner.height * (1 - Math.min(y, highest.y) / highest.y),
  ];
}

function pair([x, y]: readonly [number, number]): string {
  return `${fixed(x)},${fixed(y)}`;
}

function percent(part: number): string {
  const value = 100 * part;
  return `${value < 10 && value % 1 !== 0 ? value.toFixed(1) : Math.round(value)}%`;
}

function fixed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
