import type { LanguageModel } from '../../domain/language-model.ts';
import type { Persona } from '../../domain/persona.ts';
import type { DraftInput } from '../engine.ts';
import { answerSchema, readAnswer } from './answer-form.ts';
import { judgeReply } from './judge-reply.ts';
import { promptFor } from './prompt.ts';

export interface ModelProbe {
  readonly milliseconds: number;
  readonly outputTokens: number;
  /** Its answer was in the agreed form. */
  readonly isInForm: boolean;
  /** What the guard found in its words. */
  readonly findings: readonly string[];
}

const persona: Persona = {
  about: 'Ceramic artist in Lisbon.',
  languages: ['en'],
  voice: { traits: ['warm'], emoji: 'none', maxLength: 300 },
  facts: [{ id: 'f_ship', topic: 'shipping', text: 'I ship worldwide from Lisbon every Tuesday.' }],
};

/** Asks a model once, as a draft would, about a made-up creator. @throws ModelFailure */
export async function probeModel(model: LanguageModel): Promise<ModelProbe> {
  const input: DraftInput = {
    message: 'hi! do you ship to Brazil?',
    history: [],
    displayName: 'Example Creator',
    persona,
    relationship: null,
    awaitsCreator: false,
    now: Date.now(),
  };
  const brief = { items: persona.facts ?? [], phrases: [], required: ['f_ship'], language: '' };
  const prompt = promptFor(input, brief, { maxTokens: Number.POSITIVE_INFINITY });
  if (prompt === null) throw new Error('a prompt without a bound did not fit');
  const startedMs = performance.now();
  const { text, outputTokens } = await model.ask({
    ...prompt,
    workspaceId: '',
    isWanted: () => true,
    deadlineMs: startedMs + model.settings.timeoutMs,
    schema: answerSchema,
    onCall: () => {},
  });
  const milliseconds = Math.round(performance.now() - startedMs);
  const answer = readAnswer(text);
  const findings = answer === null ? [] : judgeReply(answer, brief, input).findings;
  return { milliseconds, outputTokens, isInForm: answer !== null, findings };
}
