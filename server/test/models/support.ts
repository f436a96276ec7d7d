import { onTestFinished } from 'vitest';
import type { ModelSettings } from '../../src/domain/language-model.ts';
import { createModelEngine } from '../../src/drafting/model/create-model-engine.ts';
import { createReadingCache } from '../../src/drafting/model/reading-cache.ts';
import { createLog } from '../../src/lib/log.ts';
import { createLanguageModel } from '../../src/models/create-language-model.ts';
import { createMeasures } from '../../src/telemetry/create-measures.ts';
import { type StubModel, type StubScript, startStubModel } from '../support/stub-model.ts';

export const stubKey = 'sk-stub-never-to-be-seen';

/** Starts a stub model for the running test, and creates an engine that asks it. */
export async function openStub(settings: Partial<ModelSettings> = {}, ...scripts: readonly StubScript[]) {
  const stub = await startStubModel(...scripts);
  onTestFinished(() => stub.close());
  const logLines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => logLines.push(line) } });
  const measures = createMeasures({ ofProcess: false });
  const model = createLanguageModel({ ...settingsFor(stub), ...settings }, log, measures);
  const readings = createReadingCache(model.settings.cachedReadings);
  const engine = createModelEngine({ model, measures, readings: model.settings.cachedReadings > 0 ? readings : null });
  return { stub, engine, model, readings, logLines, measures };
}

export function settingsFor({ baseUrl }: StubModel): ModelSettings {
  return {
    provider: 'openai-compatible',
    name: 'stub',
    baseUrl,
    key: stubKey,
    isRequired: false,
    timeoutMs: 5_000,
    maxInputTokens: 4_000,
    maxOutputTokens: 400,
    concurrency: 64,
    concurrencyPerWorkspace: 16,
    cachedReadings: 0,
  };
}
