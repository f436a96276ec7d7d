import type { LanguageModel } from '../../domain/language-model.ts';
import type { Persona } from '../../domain/persona.ts';
import { assess } from '../assess.ts';
import type { DraftInput } from '../engine.ts';
import { createModelTalk } from './model-talk.ts';

export interface ModelProbe {
  readonly milliseconds: number;
  readonly outputTokens: number;
  /** Whether it found the item that answers. */
  readonly isRight: boolean;
}

const persona: Persona = {
  about: 'Ceramic artist in Lisbon.',
  languages: ['en'],
  facts: [
    { id: 'f_ship', topic: 'shipping', text: 'I ship worldwide from Lisbon every Tuesday.' },
    { id: 'f_care', topic: 'care', text: 'Every mug is dishwasher safe.' },
  ],
};

/**
 * Asks a model once, as a draft would, about an invented creator. @throws ModelFailure also if its answer is not in the
 * agreed form
 */
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
  const assessment = await assess(input);
  const startedMs = performance.now();
  const permission = { workspaceId: '', isWanted: () => true };
  const deadlineMs = startedMs + model.settings.timeoutMs;
  const talk = createModelTalk({ model, input, permission, deadlineMs, stageEnded: undefined });
  const { parts } = await talk.reading(assessment);
  return {
    milliseconds: Math.round(performance.now() - startedMs),
    outputTokens: talk.spent.outputTokens,
    isRight:
      parts.some(({ items }) => items.includes('f_ship')) && !parts.some(({ items }) => items.includes('f_care')),
  };
}
