export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** The labels of the x axis, evenly spaced whatever their values. */
  readonly xs: readonly string[];
  readonly series: readonly { readonly name: string; readonly ys: readonly number[] }[];
}

const width = 640;
const height = 360;
const frame = { left: 70, right: 20, top: 50, bottom: 80 };
const colours = ['#1f6feb', '#bf5700', '#1a7f37', '#8250df'];

/**
 * Draws lines as a standalone SVG whose y axis starts at zero. With few x values, it labels every value; with many,
 * only the last ones.
 */
export function plotSvg({ title, xLabel, yLabel, xs, series }: Plot): string {
  const highest = Math.max(1e-9, ...series.flatMap(({ ys }) => ys));
  const step = niceStep(highest / 5);
  const top = Math.ceil(highest / step) * step;
  const x = (index: number) =>
    frame.left + ((index + 0.5) * (width - frame.left - frame.right)) / Math.max(1, xs.length);
  const y = (value: number) => height - frame.bottom - (value / top) * (height - frame.top - frame.bottom);
  const isDense = xs.length > 30;
  const labelEvery = isDense ? Math.ceil(xs.length / 10) : 1;
  const parts = [text(width / 2, 24, title, 'font-size="16" text-anchor="middle"')];
  for (let value = 0; value <= top + step / 2; value += step) {
    parts.push(
      `<line x1="${frame.left}" x2="${width - frame.right}" y1="${round(y(value))}" y2="${round(y(value))}" stroke="#d0d7de"/>`,
    );
    parts.push(text(frame.left - 8, y(value) + 4, short(value), 'text-anchor="end"'));
  }
  for (const [index, name] of xs.entries()) {
    if (index % labelEvery !== 0) continue;
    parts.push(text(x(index), height - frame.bottom + 20, name, 'text-anchor="middle"'));
  }
  parts.push(text(width / 2, height - frame.bottom + 42, xLabel, 'text-anchor="middle"'));
  parts.push(text(frame.left - 50, frame.top - 12, yLabel, ''));
  for (const [index, { name, ys }] of series.entries()) {
    const colour = colours[index % colours.length];
    const points = ys.map((value, place) => `${round(x(place))},${round(y(value))}`).join(' ');
    parts.push(`<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [place, value] of ys.entries()) {
      if (isDense && place < ys.length - 1) continue;
      parts.push(`<circle cx="${round(x(place))}" cy="${round(y(value))}" r="3" fill="${colour}"/>`);
      parts.push(text(x(place), y(value) - 7, short(value), `text-anchor="middle" font-size="10" fill="${colour}"`));
    }
    parts.push(text(frame.left + index * 270, height - 12, `— ${name}`, `fill="${colour}"`));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}

function short(value: number): string {
  return value >= 10 || value === 0 ? String(Math.round(value)) : value.toPrecision(2);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
