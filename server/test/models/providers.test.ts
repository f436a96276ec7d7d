import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelProvider } from '../../src/domain/language-model.ts';
import { readingForm } from '../../src/drafting/model/reading-form.ts';
import { createCallModel } from '../../src/models/call-model.ts';

const answer = { intent: 'greeting', risk: 'safe', courtesy: 'greeting', parts: [], topics: [] };

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Starts a server with the interfaces of OpenAI and Anthropic, which records its requests. */
async function startProvider(): Promise<{ baseUrl: string; sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body: Record<string, unknown> = JSON.parse(text);
    sent.push({ path: request.url ?? '', headers: request.headers, body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.endsWith('/messages') ? anthropicAnswer(body) : openaiAnswer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, sent };
}

function openaiAnswer() {
  const message = { role: 'assistant', content: JSON.stringify(answer) };
  return {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'x',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 6, total_tokens: 11 },
  };
}

function anthropicAnswer({ tools }: Readonly<Record<string, unknown>>) {
  const isTool = tools !== undefined;
  const content = isTool
    ? { type: 'tool_use', id: 't', name: 'json', input: answer }
    : { type: 'text', text: JSON.stringify(answer) };
  return {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'x',
    content: [content],
    stop_reason: isTool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 6 },
  };
}

test.each<[ModelProvider, string, string, string]>([
  ['openai-compatible', 'qwen3:8b', '/v1/chat/completions', 'authorization'],
  ['openai', 'gpt-5-mini', '/v1/chat/completions', 'authorization'],
  ['anthropic', 'claude-sonnet-4-5', '/v1/messages', 'x-api-key'],
  ['anthropic', 'a-model-of-tomorrow', '/v1/messages', 'x-api-key'],
])(
  '%s:%s is called in its own way, with the schema, the budget and the key',
  async (provider, name, path, keyHeader) => {
    const { baseUrl, sent } = await startProvider();
    const call = createCallModel({
      provider,
      name,
      baseUrl,
      key: 'k-1',
      isRequired: false,
      timeoutMs: 5_000,
      maxInputTokens: 1_000,
      maxOutputTokens: 300,
      concurrency: 1,
      concurrencyPerWorkspace: 1,
      cachedReadings: 0,
    });
    const { text, ...tokens } = await call(
      { instructions: 'to follow', data: 'from outside', schema: readingForm.schema, schemaName: 'reading' },
      5_000,
    );
    expect(JSON.parse(text)).toEqual(answer);
    expect(tokens).toEqual({ inputTokens: 5, outputTokens: 6 });
    const [one, ...more] = sent;
    expect(more).toEqual([]);
    expect(one?.path).toBe(path);
    expect(one?.headers[keyHeader]).toContain('k-1');
    expect(one?.body).toMatchObject({ model: name });
    const whole = JSON.stringify(one?.body);
    expect(whole).toMatch(/"max(?:_completion)?_tokens":300/);
    for (const part of ['to follow', 'from outside', 'courtesy']) expect(whole).toContain(part);
    expect(whole).not.toContain('k-1');
  },
);

test('no language model code is loaded if none is configured', () => {
  const sources = join(import.meta.dirname, '../../src');
  const importing = globSync('**/*.ts', { cwd: sources })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/^(?:models|drafting\/model)\//.test(file))
    .filter((file) =>
      /^import (?!type)[^;]*from '[^']*(?:\/models\/|\/model\/|@ai-sdk)/m.test(
        readFileSync(join(sources, file), 'utf8'),
      ),
    );
  expect(importing).toEqual([]);
});
