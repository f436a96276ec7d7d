import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { validateDocument } from '../src/admin/documents/validate-document.ts';
import { intents } from '../src/domain/decision.ts';
import type { Persona } from '../src/domain/persona.ts';
import type { DraftInput } from '../src/drafting/engine.ts';
import { authorsOf, type LabelledMessage, type Split } from './read-messages.ts';

export interface LabelledCase {
  readonly author: string;
  readonly profile: string;
  readonly message: string;
  readonly history?: readonly { readonly from: 'contact' | 'creator'; readonly text: string }[];
  readonly intent: string;
  readonly risk: 'safe' | 'review' | 'blocked';
  readonly items: readonly string[];
  readonly kind?: string;
  readonly hazard?: boolean;
  /** When the message arrived. If omitted, `input` uses a fixed time. */
  readonly now?: string;
  readonly input: DraftInput;
}

/** The time at which cases without their own time are drafted. */
const now = '2026-11-21T12:00:00Z';

/**
 * Reads every case of a split, ready to draft.
 * @throws if a workspace is invalid, or a case names an unknown profile
 */
export function readCases(split: Split, base = import.meta.dirname): LabelledCase[] {
  return authorsOf('cases', split, base).flatMap((author) => {
    const folder = join(base, 'cases', author);
    const document = validateDocument(parse(readFileSync(join(folder, 'workspace.yaml'), 'utf8')), 'workspace.yaml');
    const profiles = new Map(
      document.workspaces.flatMap(({ profiles: list }) =>
        (list ?? []).map((profile) => [profile.id, profile] as const),
      ),
    );
    return readFileSync(join(folder, 'cases.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): LabelledCase => {
        const one = JSON.parse(line) as Omit<LabelledCase, 'author' | 'input'>; // the form that README.md describes
        const profile = profiles.get(one.profile);
        if (profile === undefined) throw new Error(`${author}: no profile "${one.profile}" for ${line}`);
        return { ...one, author, input: inputOf(one, profile.displayName, profile.persona ?? {}) };
      });
  });
}

/** Returns the name of the creator to whom a case is written, in the trainers' form: "author/profile". */
export function creatorOf({ author, profile }: LabelledCase): string {
  return `${author}/${profile}`;
}

/**
 * Returns the cases that are complete as single messages. These messages have a label for whether they may be answered,
 * but none for their act.
 */
export function casesAsMessages(cases: readonly LabelledCase[]): LabelledMessage[] {
  return cases.flatMap(({ message, history, intent: label, risk, author }) => {
    const intent = intents.find((known) => known === label);
    if (intent === undefined) throw new Error(`${author}: "${label}" is not an intent: ${message}`);
    return history === undefined ? [{ text: message, intent, act: null, author, isAnswerable: risk === 'safe' }] : [];
  });
}

/** Returns what the engine gets for a case. */
export function inputOf(
  one: Omit<LabelledCase, 'author' | 'input'>,
  displayName: string,
  persona: Persona,
): DraftInput {
  const at = Date.parse(one.now ?? now);
  const history = one.history ?? [];
  return {
    message: one.message,
    history: history.map(({ from, text }, index) => ({
      direction: from === 'contact' ? 'inbound' : 'outbound',
      body: text,
      senderType: null,
      sentAt: at - (history.length - index) * 60_000,
    })),
    displayName,
    persona,
    relationship: null,
    awaitsCreator: false,
    now: at,
  };
}
