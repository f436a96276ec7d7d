import { type LanguageModel, ModelFailure } from '../../domain/language-model.ts';
import type { StageEnd } from '../../domain/measures.ts';
import type { Phrase } from '../../domain/persona.ts';
import { type Assessment, judgeItems } from '../assess.ts';
import type { DraftInput, ModelPermission } from '../engine.ts';
import type { AgreedForm } from './agreed-form.ts';
import { type Check, checkForm } from './check-form.ts';
import { randomTag } from './data-block.ts';
import { usableItems } from './item-line.ts';
import { checkPrompt, type Prompt, readingPrompt, wordingPrompt } from './prompts.ts';
import type { ReadingCache, ReadingOrigin } from './reading-cache.ts';
import { type Reading, readingForm, readReading } from './reading-form.ts';
import { type Wording, wordingForm } from './wording-form.ts';

/** If there are more than `mostShown` items, the model sees only the `shownOfMore` most likely ones. */
const mostShown = 60;
const shownOfMore = 40;

/** The subject of a check: a part of the message, and the items chosen for it. */
export interface CheckedPart {
  readonly text: string;
  readonly items: readonly string[];
}

/**
 * The questions to the model for one draft, within a common time limit, and the number of calls and tokens that the
 * questions used.
 */
export interface ModelTalk {
  readonly spent: {
    calls: number;
    readings: number;
    checks: number;
    wordings: number;
    inputTokens: number;
    outputTokens: number;
  };
  /** The ids of the items that the model was shown for its reading. */
  readonly given: readonly string[];
  /** True if the reading was cached by an earlier draft. */
  readonly isCached: boolean;
  /**
   * Asks for a reading. `check` and `wording` throw the same error.
   * @throws ModelFailure if the model fails or its answer is not in the required form
   */
  reading(assessment: Assessment): Promise<Reading>;
  check(part: CheckedPart): Promise<Check>;
  wording(items: readonly string[], phrases: readonly Phrase[]): Promise<Wording>;
}

export function createModelTalk({
  model,
  input,
  permission,
  deadlineMs,
  stageEnded,
  readings = null,
}: {
  model: LanguageModel;
  input: DraftInput;
  permission: ModelPermission;
  /** The deadline for all questions together, in milliseconds on the `performance.now()` clock. */
  deadlineMs: number;
  stageEnded: StageEnd | undefined;
  /** The cache of readings for repeated drafts; null, the default, keeps none. */
  readings?: ReadingCache | null;
}): ModelTalk {
  const { workspaceId, isWanted, aside } = permission;
  const usable = usableItems(input.persona, input.now);
  const budget = { maxTokens: model.settings.maxInputTokens };
  const spent = { calls: 0, readings: 0, checks: 0, wordings: 0, inputTokens: 0, outputTokens: 0 };
  let given: readonly string[] = [];
  let isCached = false;

  async function ask<Answer>(
    prompt: Prompt | null,
    schemaName: 'reading' | 'check' | 'wording',
    form: AgreedForm<Answer>,
  ): Promise<Answer> {
    if (prompt === null) throw new ModelFailure('too_long');
    let isAsked = false;
    const asking = () =>
      model
        .ask({
          ...prompt,
          workspaceId,
          isWanted,
          deadlineMs,
          schema: form.schema,
          schemaName,
          onCall: () => {
            spent.calls += 1;
            if (!isAsked) spent[`${schemaName}s`] += 1;
            isAsked = true;
          },
        })
        .finally(() => stageEnded?.('model'));
    const { text, inputTokens, outputTokens } = await (aside === undefined ? asking() : aside(asking));
    spent.inputTokens += inputTokens;
    spent.outputTokens += outputTokens;
    const answer = form.read(text);
    if (answer === null) throw new ModelFailure('schema');
    return answer;
  }

  return {
    spent,
    get given() {
      return given;
    },
    get isCached() {
      return isCached;
    },
    async reading(assessment) {
      const tag = randomTag();
      const prompt = readingPrompt(input, likeliest(assessment), { ...budget, tag });
      const ids = new Set(prompt?.shown.map(({ id }) => id));
      const phrases = new Set(input.persona.phrases?.map(({ id }) => id));
      given = [...ids];
      const shown = { message: input.message, items: ids, phrases };
      const origin = prompt && originOf(prompt, tag);
      const kept = origin && readings?.recall(origin);
      if (kept) {
        isCached = true;
        return kept;
      }
      const reading = await ask(prompt, 'reading', { ...readingForm, read: (text) => readReading(text, shown) });
      if (origin !== null) readings?.keep(origin, reading);
      return reading;
    },
    async check({ text, items }) {
      const { answers } = await ask(checkPrompt(input, text, chosen(items), budget), 'check', checkForm);
      return answers;
    },
    async wording(items, phrases) {
      const answer = await ask(wordingPrompt(input, chosen(items), phrases, budget), 'wording', wordingForm);
      return { ...answer, reply: answer.reply.trim() };
    },
  };

  /** Returns everything that determines the reading; null if the reading must not be cached. */
  function originOf({ instructions, data }: Prompt, tag: string): ReadingOrigin | null {
    const { thread = null } = permission;
    if (readings === null || thread === null) return null;
    const { provider, name, baseUrl, maxOutputTokens } = model.settings;
    return {
      ...thread,
      workspaceId,
      model: JSON.stringify([provider, name, baseUrl, maxOutputTokens]),
      message: input.message,
      sentAt: input.history.map(({ sentAt }) => sentAt),
      prompt: `${instructions}\n${data}`.replaceAll(tag, ''),
    };
  }

  function chosen(ids: readonly string[]) {
    return usable.filter(({ id }) => ids.includes(id));
  }

  /**
   * Returns all usable items if there are at most `mostShown`. If there are more, returns those that are most likely by
   * the embedded evidence.
   */
  function likeliest(assessment: Assessment) {
    const all = new Set(usable.map(({ id }) => id));
    if (all.size <= mostShown) return usable;
    const { candidates } = judgeItems(input, assessment, all);
    return candidates.slice(0, shownOfMore).flatMap(({ item }) => usable.find(({ id }) => id === item.id) ?? []);
  }
}
