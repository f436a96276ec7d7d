/** One line of a chart. `x` and `y` are fractions of the axes from 0 to 1; points outside are cut off. */
export interface ChartLine {
  readonly name: string;
  /** The index of its colour: 0 to 3. */
  readonly colour: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly low?: number; readonly high?: number }[];
  /** True to mark every point, not only `marked`. */
  readonly hasDots?: boolean;
  /** One point, which gets a larger dot. */
  readonly marked?: { readonly x: number; readonly y: number };
}

export interface Chart {
  readonly title: string;
  readonly description: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  readonly yTicks: readonly { readonly at: number; readonly text: string }[];
  readonly lines: readonly ChartLine[];
  /**
   * True to list the names of the lines in their order beside the chart instead of at their ends, for lines that leave
   * the chart.
   */
  readonly hasLegend?: boolean;
  /** A dashed horizontal line with a name. */
  readonly limit?: { readonly y: number; readonly text: string };
}

const size = { width: 760, height: 420 };
const edge = { left: 64, right: 190, top: 56, bottom: 58 };
const inner = { width: size.width - edge.left - edge.right, height: size.height - edge.top - edge.bottom };

/** Colours that colour-blind people can distinguish, with enough contrast on light and dark pages. */
const style = `text{fill:#57606a;font:13px system-ui,-apple-system,"Segoe UI",sans-serif}.title{fill:#1f2328;font-size:16px;font-weight:600}
.grid{stroke:#d0d7de}.limit{stroke:#57606a;stroke-dasharray:5 4}.line{fill:none;stroke-width:2.5;stroke-linejoin:round}.reach{stroke-width:1.5;opacity:.55}
.c0{stroke:#0969da}.c1{stroke:#1a7f37}.c2{stroke:#8250df}.c3{stroke:#bc4c00}.d0,text.d0{fill:#0969da}.d1,text.d1{fill:#1a7f37}.d2,text.d2{fill:#8250df}.d3,text.d3{fill:#bc4c00}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}.limit{stroke:#9198a1}
.c0{stroke:#4493f8}.c1{stroke:#3fb950}.c2{stroke:#ab7df8}.c3{stroke:#f0883e}.d0,text.d0{fill:#4493f8}.d1,text.d1{fill:#3fb950}.d2,text.d2{fill:#ab7df8}.d3,text.d3{fill:#f0883e}}`;

/** Draws a standalone SVG of lines, readable on light and dark pages. */
export function lineChart({
  title,
  description,
  xLabel,
  yLabel,
  xTicks,
  yTicks,
  lines,
  hasLegend = false,
  limit,
}: Chart): string {
  const right = size.width - edge.right;
  const bottom = size.height - edge.bottom;
  const parts = [
    `<text class="title" x="${edge.left}" y="24">${escaped(title)}</text>`,
    `<text x="${edge.left}" y="44">${escaped(yLabel)}</text>`,
    ...yTicks.map(
      ({ at, text }) =>
        `<path class="grid" d="M${edge.left} ${down(at)}H${right}"/><text x="${edge.left - 8}" y="${down(at) + 4}" text-anchor="end">${escaped(text)}</text>`,
    ),
    ...xTicks.map(
      ({ at, text }) => `<text x="${across(at)}" y="${bottom + 20}" text-anchor="middle">${escaped(text)}</text>`,
    ),
    `<text x="${edge.left + inner.width / 2}" y="${size.height - 12}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<clipPath id="inside"><rect x="${edge.left}" y="${edge.top - 6}" width="${inner.width + 6}" height="${inner.height + 12}"/></clipPath>`,
    ...lines.map(drawn),
    ...(limit === undefined
      ? []
      : [
          `<path class="limit" d="M${edge.left} ${down(limit.y)}H${right}"/><text x="${right - 4}" y="${down(limit.y) - 6}" text-anchor="end">${escaped(limit.text)}</text>`,
        ]),
    ...(hasLegend ? legend(lines) : named(lines)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escaped(`${title}. ${description}`)}">
<style>${style}</style>
${parts.join('\n')}
</svg>
`;
}

function drawn({ colour, points, hasDots = false, marked }: ChartLine): string {
  const path = points.map(({ x, y }) => `${across(x)},${down(y)}`).join(' ');
  const reaches = points.flatMap(({ x, low, high }) =>
    low === undefined || high === undefined
      ? []
      : [`<path class="reach c${colour}" d="M${across(x)} ${down(low)}V${down(high)}"/>`],
  );
  const dot = ({ x, y }: { x: number; y: number }, radius: number): string =>
    `<circle class="d${colour}" cx="${across(x)}" cy="${down(y)}" r="${radius}"/>`;
  const dots = hasDots ? points.map((point) => dot(point, 3.5)) : [];
  const mark = marked === undefined ? '' : dot(marked, 6);
  return `<g clip-path="url(#inside)"><polyline class="line c${colour}" points="${path}"/>${reaches.join('')}${dots.join('')}${mark}</g>`;
}

/** The minimum distance between names, so that none covers another. */
const leastApart = 17;

function named(lines: readonly ChartLine[]): string[] {
  const ends = lines
    .map(({ name, colour, points }) => ({ name, colour, y: down(Math.min(1, points.at(-1)?.y ?? 0)) + 4 }))
    .sort((a, b) => a.y - b.y);
  let last = Number.NEGATIVE_INFINITY;
  for (const end of ends) {
    end.y = Math.max(end.y, last + leastApart);
    last = end.y;
  }
  const x = size.width - edge.right + 12;
  return ends.map(({ name, colour, y }) => `<text class="d${colour}" x="${x}" y="${round(y)}">${escaped(name)}</text>`);
}

function legend(lines: readonly ChartLine[]): string[] {
  const x = size.width - edge.right + 16;
  return lines.map(({ name, colour }, at) => {
    const y = edge.top + at * 22;
    return `<path class="line c${colour}" d="M${x} ${y}h18"/><text class="d${colour}" x="${x + 26}" y="${y + 4}">${escaped(name)}</text>`;
  });
}

function across(part: number): number {
  return round(edge.left + part * inner.width);
}

function down(part: number): number {
  return round(edge.top + (1 - part) * inner.height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
