import type { ModelSettings } from '../domain/language-model.ts';
import type { SettingValues } from './settings.ts';

/** Returns the language model's settings, or null if no model is configured. Adds a line to `faults` for each fault. */
export function modelSettings(values: SettingValues, faults: string[]): ModelSettings | null {
  const { model, modelBaseUrl: baseUrl, modelKey: key } = values;
  if (model === null) {
    if (baseUrl !== null || key !== null)
      faults.push('UNDERSTUDY_MODEL is required with UNDERSTUDY_MODEL_BASE_URL or UNDERSTUDY_MODEL_KEY');
    if (values.modelRequired) faults.push('UNDERSTUDY_MODEL is required with UNDERSTUDY_MODEL_REQUIRED=true');
    return null;
  }
  if (model.provider === 'openai-compatible' && baseUrl === null)
    faults.push(
      'UNDERSTUDY_MODEL_BASE_URL is required with UNDERSTUDY_MODEL=openai-compatible:…; for a local Ollama it is http://127.0.0.1:11434/v1',
    );
  if (model.provider !== 'openai-compatible' && key === null)
    faults.push(
      `UNDERSTUDY_MODEL_KEY or UNDERSTUDY_MODEL_KEY_FILE is required with UNDERSTUDY_MODEL=${model.provider}:…`,
    );
  if (values.modelConcurrencyPerWorkspace > values.modelConcurrency)
    faults.push(
      `UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE (${values.modelConcurrencyPerWorkspace}) must not be above UNDERSTUDY_MODEL_CONCURRENCY (${values.modelConcurrency})`,
    );
  return {
    ...model,
    baseUrl,
    key,
    isRequired: values.modelRequired,
    timeoutMs: values.modelTimeoutMs,
    maxInputTokens: values.modelMaxInputTokens,
    maxOutputTokens: values.modelMaxOutputTokens,
    concurrency: values.modelConcurrency,
    concurrencyPerWorkspace: values.modelConcurrencyPerWorkspace,
    cachedReadings: values.modelCachedReadings,
  };
}
