/** One sample line that Prometheus reads. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a page in the text form of Prometheus. */
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

/** The value of one series; null if there is none. */
export function valueIn(page: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const found = samplesIn(page).find(
    (sample) => sample.name === name && Object.entries(labels).every(([label, word]) => sample.labels[label] === word),
  );
  return found?.value ?? null;
}
