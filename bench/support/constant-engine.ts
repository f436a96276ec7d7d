import type { DraftOutput, Engine } from '../../server/src/drafting/engine.ts';

export const constantOutput: DraftOutput = {
  decision: {
    intent: 'shipping',
    riskLevel: 'safe',
    confidence: 0.9,
    reply: 'Hey you! I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
    rationale: 'Always the same.',
    requiresCreator: false,
    mediaAssetId: '',
  },
  trace: { engine: 'constant', version: 1 },
};

/**
 * An engine that always returns the same answer immediately, so that a measurement shows the cost of everything around
 * the engine.
 */
export const constantEngine: Engine = { name: 'constant', draft: () => constantOutput };
