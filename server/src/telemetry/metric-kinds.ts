import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { MetricEntry } from './metric-catalogue.ts';

type Closed<Word extends string, Kind> = (word: Word) => Kind;

/** Returns functions that create a catalogue's metrics in a registry. */
export function metricsIn(registry: Registry) {
  const common = ({ name, help, labels }: MetricEntry) => ({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
  });
  const counter = (entry: MetricEntry) => new Counter(common(entry));
  const gauge = (entry: MetricEntry) => new Gauge(common(entry));
  const histogram = (entry: MetricEntry) => new Histogram({ ...common(entry), buckets: [...(entry.buckets ?? [])] });
  return {
    counter,
    gauge,
    histogram,
    /** Creates a counter with one label from a fixed list. Each value starts at 0. */
    countersOf<Word extends string>(
      entry: MetricEntry,
      words: readonly Word[],
    ): Closed<Word, { inc(by?: number): void }> {
      const all = counter(entry);
      return eachOf(words, (word) => {
        all.inc({ [Object.keys(entry.labels)[0] ?? '']: word }, 0);
        return all.labels(word);
      });
    },
    /** Creates a histogram with one label from a fixed list. */
    histogramsOf<Word extends string>(
      entry: MetricEntry,
      words: readonly Word[],
    ): Closed<Word, { observe(value: number): void }> {
      const all = histogram(entry);
      return eachOf(words, (word) => {
        all.zero({ [Object.keys(entry.labels)[0] ?? '']: word });
        return all.labels(word);
      });
    },
  };
}

/**
 * Looks up each metric once and caches it, because looking up a metric by its labels costs more than incrementing it.
 */
function eachOf<Word extends string, Kind>(words: readonly Word[], make: (word: Word) => Kind): Closed<Word, Kind> {
  const made = new Map(words.map((word) => [word, make(word)]));
  return (word) => {
    const found = made.get(word);
    if (found === undefined) throw new Error(`${word} is not in the fixed list`);
    return found;
  };
}
