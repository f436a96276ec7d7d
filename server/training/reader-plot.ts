import type { GatePoint } from '../src/admin/evaluate/gate-curve.ts';
import { fewest, mostWrong, thresholdPlot } from './evaluation-plots.ts';
import type { ChartLine } from './line-chart.ts';

const colours = ['none', 'perfect', 'middling', 'gullible'];

/**
 * Plots risk against automation, with one curve over all thresholds for each reader that takes the place of a model.
 */
export function readerPlot(
  curves: readonly { readonly reader: string; readonly points: readonly GatePoint[] }[],
): string {
  const lines = curves
    .filter(({ reader }) => colours.includes(reader))
    .map(({ reader, points }): ChartLine => {
      const shown = points.filter(({ count }) => count >= fewest);
      const cut = shown.findIndex(({ wrong }) => wrong > mostWrong);
      return {
        name: reader === 'none' ? 'no model' : reader,
        colour: colours.indexOf(reader),
        points: (cut < 0 ? shown : shown.slice(0, cut)).map(({ automation, wrong }) => ({
          x: automation,
          y: wrong / mostWrong,
        })),
      };
    });
  return thresholdPlot({
    title: 'What other thresholds would give, by reader',
    forEach: 'scripted reader',
    lines,
    goal: 0.05,
  });
}
