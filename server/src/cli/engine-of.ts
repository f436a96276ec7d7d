import type { Config } from '../config.ts';
import { type Measures, noMeasures } from '../domain/measures.ts';
import { createEmbeddedEngine } from '../drafting/embedded-engine.ts';
import type { Engine } from '../drafting/engine.ts';
import type { ReadingCache } from '../drafting/model/reading-cache.ts';
import type { Log } from '../lib/log.ts';

/** Creates the engine that the settings describe. Loads no language model code if no model is configured. */
export async function engineOf(
  { model }: Pick<Config, 'model'>,
  log: Log,
  measures: Measures = noMeasures,
  readings: ReadingCache | null = null,
): Promise<Engine> {
  if (model === null) return createEmbeddedEngine();
  const { createModelEngine } = await import('../drafting/model/create-model-engine.ts');
  const { createLanguageModel } = await import('../models/create-language-model.ts');
  return createModelEngine({ model: createLanguageModel(model, log, measures), measures, readings });
}

/**
 * Creates the cache that keeps the model's readings for repeated drafts. Resolves to null unless the settings enable
 * it.
 */
export async function readingCacheOf({ model }: Pick<Config, 'model'>): Promise<ReadingCache | null> {
  if (model === null || model.cachedReadings === 0) return null;
  const { createReadingCache } = await import('../drafting/model/reading-cache.ts');
  return createReadingCache(model.cachedReadings);
}
