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
    'The language model that reads messages for the workspaces that allow it. Without one, the service interprets messages on its own.',
  ),
  modelBaseUrl: define(
    'UNDERSTUDY_MODEL_BASE_URL',
    'modelBaseUrl',
    optional(publicAddress()),
    null,
    "The address of the model's API, including /v1 if the API uses it. Required for openai-compatible.",
  ),
  modelKey: define(
    'UNDERSTUDY_MODEL_KEY',
    'modelKey',
    optional(secretText(1_000)),
    null,
    'The API key for the model. Required for anthropic and openai.',
    { isSecret: true },
  ),
  modelRequired: define(
    'UNDERSTUDY_MODEL_REQUIRED',
    'modelRequired',
    yesOrNo(),
    false,
    'If true, a draft fails with 503 and is not charged when the model should read the message but cannot. Drafts for connected inboxes are retried later. If false, the service decides without the model.',
  ),
  modelTimeoutMs: define(
    'UNDERSTUDY_MODEL_TIMEOUT_MS',
    'modelTimeoutMs',
    wholeNumber(200, 600_000, 'milliseconds'),
    20_000,
    'The total time that the model may take for one draft, including waiting in the queue, all questions, and retries.',
  ),
  modelMaxInputTokens: define(
    'UNDERSTUDY_MODEL_MAX_INPUT_TOKENS',
    'modelMaxInputTokens',
    wholeNumber(500, 100_000),
    4_000,
    'The maximum size of one prompt to the model in tokens, as a conservative estimate. If a thread is too long, the service leaves out its oldest messages first.',
  ),
  modelMaxOutputTokens: define(
    'UNDERSTUDY_MODEL_MAX_OUTPUT_TOKENS',
    'modelMaxOutputTokens',
    wholeNumber(100, 32_000),
    800,
    "The maximum number of tokens in the model's answer. Models that reason first need several thousand.",
  ),
  modelConcurrency: define(
    'UNDERSTUDY_MODEL_CONCURRENCY',
    'modelConcurrency',
    wholeNumber(1, 10_000),
    64,
    'The maximum number of concurrent calls to the model from one process. Further calls wait, and the workspaces take turns.',
  ),
  modelConcurrencyPerWorkspace: define(
    'UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE',
    'modelConcurrencyPerWorkspace',
    wholeNumber(1, 10_000),
    16,
    'The maximum number of concurrent calls to the model for one workspace.',
  ),
  modelCachedReadings: define(
    'UNDERSTUDY_MODEL_CACHED_READINGS',
    'modelCachedReadings',
    wholeNumber(0, 10_000),
    0,
    "How many of the model's readings (its interpretations of messages) each process keeps in memory, for at most 15 minutes. If a reply to the same message in a stored conversation is drafted again, with the same thread and an unchanged persona, the model does not reread the message. With 0, no readings are kept.",
  ),
};

/** A provider, and the provider's name for the model. */
export interface ModelName {
  readonly provider: ModelProvider;
  readonly name: string;
}

/** Accepts `provider:name`. The name may itself contain colons. */
function modelName(): Pick<Setting<ModelName>, 'bound' | 'read'> {
  return {
    bound: `${modelProviders.map((provider) => `${provider}:NAME`).join(' or ')}, for example openai-compatible:qwen3:8b`,
    read(value) {
      const [start = '', ...rest] = typeof value === 'string' ? value.split(':') : [];
      const name = rest.join(':').trim();
      const provider = modelProviders.find((each) => each === start);
      if (provider === undefined || name === '' || name.length > 200 || /[\p{Cc}\s]/u.test(name)) throw found(value);
      return { provider, name };
    },
  };
}
