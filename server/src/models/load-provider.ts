import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '../domain/language-model.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** Loads only the configured model's provider. */
export async function loadProvider({ provider, name, baseUrl, key }: ModelSettings): Promise<LanguageModelV4> {
  const apiKey = key ?? '';
  const access = { ...(baseUrl === null ? {} : { baseURL: baseUrl }), apiKey, fetch: boundedFetch };
  switch (provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'model',
        // The settings require an address for this provider, so this fallback is never used.
        baseURL: baseUrl ?? '',
        ...(key === null ? {} : { apiKey: key }),
        fetch: boundedFetch,
        supportsStructuredOutputs: true,
      }).chatModel(name);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(access).languageModel(name);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(access).chat(name);
    }
  }
}
