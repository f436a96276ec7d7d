import { type ModelProvider, modelProviders } from '../domain/language-model.ts';
import { define, optional } from './define-setting.ts';
import { found, publicAddress, type Setting, secretText, wholeNumber, yesOrNo } from './setting.ts';

/** The settings of the language model, in documentation order. */
export const modelSettingList = {
  model: define(
    'UNDERSTUDY_MODEL',
    'model',
    optional(modelName()),
    null,
    'The language model that reads messages for the workspaces that allow it. Without one, the service understands them by itself.',
  ),
  modelBaseUrl: define(
    'UNDERSTUDY_MODEL_BASE_URL',
    'modelBaseUrl',
    optional(publicAddress()),
    null,
    "The address of the model's interface, with its /v1 where it has one. Needed for openai-compatible.",
  ),
  modelKey: define(
    'UNDERSTUDY_MODEL_KEY',
    'modelKey',
    optional(secretText(1_000)),
    null,
    'The key for the model. Needed for anthropic and openai.',
    { isSecret: true },
  ),
  modelRequired: define(
    'UNDERSTUDY_MODEL_REQUIRED',
    'modelRequired',
    yesOrNo(),
    false,
    'Whether a draft whose message the model should read and cannot is refused with 503, uncharged, instead of decided without the model. A draft of a connected inbox is tried again later.',
  ),
  modelTimeoutMs: define(
    'UNDERSTUDY_MODEL_TIMEOUT_MS',
    'modelTimeoutMs',
    wholeNumber(200, 600_000, 'milliseconds'),
    20_000,
    'How long the model may take for one draft in all: waiting for a place, all questions and retries included.',
  ),
  modelMaxInputTokens: define(
    'UNDERSTUDY_MODEL_MAX_INPUT_TOKENS',
    'modelMaxInputTokens',
    wholeNumber(500, 100_000),
    4_000,
    'Tokens of one question to the model, by a cautious estimate. The oldest messages of a thread are left out first.',
  ),
  modelMaxOutputTokens: define(
    'UNDERSTUDY_MODEL_MAX_OUTPUT_TOKENS',
    'modelMaxOutputTokens',
    wholeNumber(100, 32_000),
    800,
    'Tokens that the model may answer with. Models that think first need some thousands.',
  ),
  modelConcurrency: define(
    'UNDERSTUDY_MODEL_CONCURRENCY',
    'modelConcurrency',
    wholeNumber(1, 10_000),
    64,
    'Calls to the model at once from one process; more wait, workspace by workspace.',
  ),
  modelConcurrencyPerWorkspace: define(
    'UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE',
    'modelConcurrencyPerWorkspace',
    wholeNumber(1, 10_000),
    16,
    'Calls to the model at once for one workspace.',
  ),
};

/** A provider, and the provider's name for the model. */
export interface ModelName {
  readonly provider: ModelProvider;
  readonly name: string;
}

/** `provider:name`; the name may contain colons itself. */
function modelName(): Pick<Setting<ModelName>, 'bound' | 'read'> {
  return {
    bound: `${modelProviders.map((provider) => `${provider}:NAME`).join(', ')}, for example openai-compatible:qwen3:8b`,
    read(value) {
      const [start = '', ...rest] = typeof value === 'string' ? value.split(':') : [];
      const name = rest.join(':').trim();
      const provider = modelProviders.find((each) => each === start);
      if (provider === undefined || name === '' || name.length > 200 || /[\p{Cc}\s]/u.test(name)) throw found(value);
      return { provider, name };
    },
  };
}
