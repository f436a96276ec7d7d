import { APICallError, type JSONSchema7, type LanguageModelV4 } from '@ai-sdk/provider';
import { type ModelAnswer, ModelFailure, type ModelQuestion, type ModelSettings } from '../domain/language-model.ts';
import { loadProvider } from './load-provider.ts';

/**
 * Creates a function that sends one request to the configured model, without tools or retries, and resolves to its
 * answer within `leftMs`.
 */
export function createCallModel(
  settings: ModelSettings,
): (
  question: Pick<ModelQuestion, 'instructions' | 'data' | 'schema' | 'schemaName'>,
  leftMs: number,
) => Promise<ModelAnswer> {
  // The provider starts loading now, so that the first draft does not wait for it.
  const loading: Promise<LanguageModelV4> = loadProvider(settings);
  loading.catch(() => undefined);
  return async ({ instructions, data, schema, schemaName = 'reply' }, leftMs) => {
    const model = await loading;
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)));
    try {
      const { content, structuredOutputText, usage } = await model.doGenerate({
        prompt: [
          { role: 'system', content: instructions },
          { role: 'user', content: [{ type: 'text', text: data }] },
        ],
        // The schema is handwritten JSON Schema, so it has this type.
        responseFormat: { type: 'json', name: schemaName, schema: schema as JSONSchema7 },
        maxOutputTokens: settings.maxOutputTokens,
        abortSignal: signal,
      });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return {
        text: structuredOutputText ?? text,
        inputTokens: tokensIn(usage.inputTokens.total),
        outputTokens: tokensIn(usage.outputTokens.total),
      };
    } catch (error) {
      if (signal.aborted) throw new ModelFailure('timeout');
      throw failureOf(error);
    }
  };
}

const mostTokens = 100_000_000;

/** Returns a provider's token count as a whole number; 0 if it is invalid. */
function tokensIn(counted: number | undefined): number {
  return counted !== undefined && counted >= 0 && counted <= mostTokens ? Math.round(counted) : 0;
}

const overloadedStatuses = [408, 409, 425, 429];

/** Returns the failure for a provider's error. */
function failureOf(error: unknown): ModelFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelFailure) return cause;
  }
  const status = APICallError.isInstance(error) ? (error.statusCode ?? null) : null;
  // For an unreachable provider, the loop above finds a ModelFailure. Any other error is an answer without a usable
  // result.
  if (status === null) return new ModelFailure('malformed');
  if (status >= 500 || overloadedStatuses.includes(status)) return new ModelFailure('overloaded', status);
  return new ModelFailure(status >= 400 ? 'refused' : 'malformed', status);
}
