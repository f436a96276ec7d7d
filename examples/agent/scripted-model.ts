import { randomUUID } from 'node:crypto';
import { MockLanguageModelV4 } from 'ai/test';

type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

/**
 * Replaces a language model, so that the example runs without an account. It acts like a model that follows the tools'
 * descriptions. To use a real model, see https://ai-sdk.dev/providers
 */
export function createScriptedModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const next = nextCall(prompt);
      return {
        content: [
          next === null
            ? { type: 'text', text: 'Done.' }
            : { type: 'tool-call', toolCallId: randomUUID(), toolName: next.tool, input: JSON.stringify(next.args) },
        ],
        finishReason: { unified: next === null ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
}

function nextCall(prompt: Prompt): { tool: string; args: Record<string, unknown> } | null {
  const [first, second, ...more] = prompt.flatMap(({ role, content }) =>
    role === 'tool' ? content.filter((part) => part.type === 'tool-result') : [],
  );
  if (first === undefined) return { tool: 'agent_get_persona', args: factsOf(prompt, 'profileId') };
  if (second === undefined) {
    const { text, ...facts } = factsOf(prompt, 'profileId', 'conversationId', 'text');
    return { tool: 'agent_draft_reply', args: { ...facts, message: text, idempotencyKey: randomUUID() } };
  }
  const isForCreator = /\\?"requiresCreator\\?":true/.test(JSON.stringify(second.output));
  if (!isForCreator || more.length > 0) return null;
  const handoff = { confirm: true, reason: 'The draft requires the creator.', idempotencyKey: randomUUID() };
  return { tool: 'agent_create_handoff', args: { ...factsOf(prompt, 'conversationId'), ...handoff } };
}

/** Reads the named facts about the fan's message from the JSON in the user's prompt. */
function factsOf(prompt: Prompt, ...names: string[]): Record<string, unknown> {
  const said = prompt.find(({ role }) => role === 'user')?.content;
  const text = Array.isArray(said) && said[0]?.type === 'text' ? said[0].text : '';
  const facts: Record<string, unknown> = JSON.parse(text.slice(text.indexOf('{')));
  return Object.fromEntries(names.map((name) => [name, facts[name]]));
}
