import { describe, expect, it } from 'vitest';
import { reasonInWords } from '../../src/drafting/decide/rationale.ts';
import { vetoes } from '../../src/drafting/decide/vetoes.ts';
import type { LearnedRisk } from '../../src/drafting/learned/understanding-model.ts';
import { readyIndex } from '../../src/drafting/retrieve/persona-index.ts';
import { understand } from '../../src/drafting/understand/understand.ts';
import { potter } from './personas.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

async function vetoesOf(level: LearnedRisk['level'], certainty: number): Promise<string[]> {
  const message = 'how long does delivery take?';
  const understanding = await understand(message, ['en'], () => false);
  expect(understanding.risks).toEqual([]);
  const risk: LearnedRisk = { category: 'spam', level, view: 'whole', from: 0, to: 5 };
  return vetoes({
    input: {
      message,
      history: [],
      displayName: 'Aurora',
      persona: potter,
      relationship: null,
      awaitsCreator: false,
      now,
    },
    index: await readyIndex(potter),
    understanding: { ...understanding, risks: [risk] },
    past: [],
    topics: [],
    chosen: [],
    isForeign: false,
    never: [],
    certainty,
  });
}

describe('a message that is only possibly a hazard', () => {
  it('is answered if the answer is certain, and otherwise held with its reason', async () => {
    expect(await vetoesOf('doubt', 0.97)).toEqual([]);
    expect(await vetoesOf('doubt', 0.95)).toEqual(['doubt:spam']);
    expect(reasonInWords('doubt:spam')).toBe(
      'the message might contain spam, and the proposed answer is not entirely certain',
    );
  });

  it('is never answered once a hazard is more likely than not, however certain the answer is', async () => {
    expect(await vetoesOf('review', 1)).toEqual(['hazard:spam']);
    expect(await vetoesOf('block', 1)).toEqual(['hazard:spam']);
  });
});
