import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { HistoryMessage } from '../src/domain/conversation.ts';
import type { Persona } from '../src/domain/persona.ts';
import { policyFor } from '../src/drafting/policy-table.ts';
import { contextOf } from '../src/drafting/retrieve/context.ts';
import { indexOf } from '../src/drafting/retrieve/persona-index.ts';
import type { Question } from '../src/drafting/retrieve/question.ts';
import { stem } from '../src/drafting/text/stem.ts';
import { understand } from '../src/drafting/understand/understand.ts';
import { authorsOf, type Split } from './read-messages.ts';

/** One thing that a message asks, of a creator with approved items, and which of them answer it. */
export interface AskedCase {
  readonly profile: string;
  readonly persona: Persona;
  readonly question: Question;
  /** Facts and offers that a right answer uses; none where the creator must answer. */
  readonly items: ReadonlySet<string>;
  readonly message: string;
  readonly kind: string;
  /** The policy table lets an item answer such a question, and nothing else in the message holds it back. */
  readonly mayAnswer: boolean;
  /** The message is harmless and approved items answer all of it. */
  readonly isSafe: boolean;
}

interface CaseLine {
  readonly profile: string;
  readonly message: string;
  readonly history?: readonly { readonly from: string; readonly text: string }[];
  readonly intent: string;
  readonly risk: string;
  readonly items: readonly string[];
  readonly kind?: string;
  readonly hazard?: boolean;
}

/** What retrieval is asked by the harmless cases of a split, clause by clause as the engine would. */
export async function readAsked(split: Split, now: number, base = import.meta.dirname): Promise<AskedCase[]> {
  const list: AskedCase[] = [];
  for (const author of authorsOf('cases', split, base)) {
    const folder = join(base, 'cases', author);
    const personas = personasOf(readFileSync(join(folder, 'workspace.yaml'), 'utf8'));
    const lines = readFileSync(join(folder, 'cases.jsonl'), 'utf8').split('\n').filter(Boolean);
    for (const line of lines) {
      const one = JSON.parse(line) as CaseLine; // our own file
      const persona = personas.get(one.profile);
      if (persona === undefined || one.hazard === true || !isQuestion(one)) continue;
      list.push(...(await askedOf(one, persona, now)));
    }
  }
  return list;
}

function isQuestion(one: CaseLine): boolean {
  const items = one.items.filter((id) => !id.startsWith('ph_'));
  if (one.risk === 'safe') return items.length > 0;
  const row = policyFor(one.intent as Parameters<typeof policyFor>[0]); // an unknown one gets the strictest row
  return one.risk === 'review' && row.question === 'with-item';
}

async function askedOf(one: CaseLine, persona: Persona, now: number): Promise<AskedCase[]> {
  const index = indexOf(persona);
  const history = (one.history ?? []).map(
    ({ from, text }): HistoryMessage => ({
      direction: from === 'contact' ? 'inbound' : 'outbound',
      senderType: from === 'contact' ? 'contact' : 'owner',
      body: text,
      sentAt: now - 3_600_000,
    }),
  );
  const { tokens, clauses, hazards, risks, alsoMeans } = await understand(
    one.message,
    persona.languages ?? ['en'],
    (word) => index.vocabulary.has(stem(word)),
  );
  const isHeld = hazards.length > 0 || risks.length > 0 || alsoMeans !== null;
  const asking = clauses.flatMap((clause, at) => (clause.isAsked || clause.act !== 'status' ? [at] : []));
  const ats = asking.length > 0 ? asking : clauses.map((_, at) => at).slice(-1);
  return ats.map((at): AskedCase => {
    const clause = clauses[at];
    const context = contextOf(index, tokens, clauses, at, history);
    const said = clause?.intent === 'unclear' ? 'content_question' : (clause?.intent ?? 'unclear');
    const intent = context.intent ?? said;
    return {
      mayAnswer: !isHeld && clause?.alsoMeans === null && policyFor(intent)[clause.act] === 'with-item',
      profile: one.profile,
      persona,
      message: one.message,
      kind: one.kind ?? '',
      isSafe: one.risk === 'safe',
      items: new Set(one.items.filter((id) => !id.startsWith('ph_'))),
      question: {
        tokens,
        from: clause?.from ?? 0,
        to: clause?.to ?? tokens.length,
        intent,
        context: context.tokens,
        background: context.background,
        now,
      },
    };
  });
}

function personasOf(text: string): Map<string, Persona> {
  const page = parse(text) as {
    workspaces: { profiles: { id: string; persona: Persona }[] }[];
  }; // as `understudy import` takes it; our own file
  return new Map(page.workspaces.flatMap(({ profiles }) => profiles.map(({ id, persona }) => [id, persona] as const)));
}
