import { Presets, SingleBar } from 'cli-progress';
import type { CopyProgress } from '../admin/archive/archive-form.ts';
import type { ImportProgress } from '../admin/documents/import-document.ts';
import { printableName } from '../lib/printable.ts';
import type { Terminal } from './terminal.ts';

const quietMs = 700;
const lineEveryMs = 3_000;

/**
 * Shows the progress of a long import, copy or evaluation on standard error: a bar on a terminal, otherwise a line
 * every few seconds. Shows nothing if the work finishes quickly.
 */
export function createProgress({ stderr }: Terminal): ImportProgress & {
  drafting(done: number, total: number): void;
  asking(done: number, total: number): void;
  comparing(done: number, total: number): void;
  telling(done: number, total: number): void;
  readonly rows: CopyProgress;
  stop(): void;
} {
  const startedAt = performance.now();
  let lineAt = startedAt;
  let bar: SingleBar | null = null;
  let step = '';

  const show = (nextStep: string, done: number, total: number, unit: string): void => {
    const now = performance.now();
    if (now - startedAt < quietMs) return;
    if (stderr.isTTY !== true) {
      if (nextStep === step ? now - lineAt < lineEveryMs && done < total : done === total) return;
      lineAt = now;
      step = nextStep;
      stderr.write(`${nextStep}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${unit}\n`);
      return;
    }
    if (bar === null || step !== nextStep) {
      bar?.stop();
      step = nextStep;
      bar = new SingleBar(
        {
          stream: stderr,
          format: `  {step}  {bar}  {value} of {total} ${unit}`,
          clearOnComplete: true,
          // Keeps the cursor visible and lines wrapped, because an interrupt such as Ctrl-C would not restore them.
          hideCursor: false,
          linewrap: true,
          formatValue: (value) => value.toLocaleString('en-US'),
        },
        Presets.shades_classic,
      );
      bar.start(total, done, { step: nextStep });
    }
    bar.update(done);
  };

  return {
    reading: (part, totalBytes) =>
      show('reading', Math.floor((part * totalBytes) / 1_048_576), Math.ceil(totalBytes / 1_048_576), 'MB'),
    storing: (done, total) => show('storing', done, total, 'messages'),
    teaching: (name, done, total) => show(`Teaching ${printableName(name)}`, done, total, 'passes'),
    rows: (nextStep, done, total) => show(nextStep, done, total, 'rows'),
    drafting: (done, total) => show('drafting', done, total, 'cases'),
    asking: (done, total) => show('Asking the model', done, total, 'requests'),
    comparing: (done, total) => show('Looking for confusions', done, total, 'fifths'),
    telling: (done, total) => show('Simulating fans', done, total, 'events'),
    stop: () => bar?.stop(),
  };
}
