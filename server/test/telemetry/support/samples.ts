/** One sample in Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the samples on a page in Prometheus's text format. */
export function samplesIn(page: string): Sample[] {
  return page
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', word = '']) => [
        label,
        word,
      ]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** Returns the value of one series; null if it does not exist. */
export function valueIn(page: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const found = samplesIn(page).find(
    (sample) => sample.name === name && Object.entries(labels).every(([label, word]) => sample.labels[label] === word),
  );
  return found?.value ?? null;
}
