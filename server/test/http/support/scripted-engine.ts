import type { Decision } from '../../../src/domain/decision.ts';
import type { DraftInput, DraftOutput, Engine } from '../../../src/drafting/engine.ts';

export const scriptedReply = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';

/**
 * Creates an engine that answers every message with the same decision, changed by `overrides`. `inputs` records its
 * inputs.
 */
export function constantEngine(overrides: Partial<Decision> = {}): Engine & { readonly inputs: DraftInput[] } {
  const inputs: DraftInput[] = [];
  return {
    name: 'constant',
    inputs,
    draft: (input) => {
      inputs.push(input);
      return decided(overrides);
    },
  };
}

/**
 * Creates an engine that waits for `open` before it answers. `waiting` resolves when `count` drafts are waiting at the
 * same time.
 */
export function gatedEngine(): Engine & {
  open(): void;
  waiting(count: number): Promise<void>;
  readonly calls: () => number;
} {
  const gate = Promise.withResolvers<void>();
  const watchers: { count: number; tell: () => void }[] = [];
  let calls = 0;
  return {
    name: 'gated',
    calls: () => calls,
    open: () => gate.resolve(),
    waiting: (count) =>
      new Promise((resolve) => {
        if (calls >= count) resolve();
        else watchers.push({ count, tell: resolve });
      }),
    draft: async () => {
      calls += 1;
      for (const watcher of watchers) if (calls >= watcher.count) watcher.tell();
      await gate.promise;
      return decided({});
    },
  };
}

/** Creates an engine whose first `failures` drafts throw an error that contains `secret`. */
export function failingEngine(failures: number, secret: string): Engine & { readonly calls: () => number } {
  let calls = 0;
  return {
    name: 'failing',
    calls: () => calls,
    draft: () => {
      calls += 1;
      if (calls <= failures) throw new Error(secret);
      return decided({});
    },
  };
}

function decided(overrides: Partial<Decision>): DraftOutput {
  const decision = {
    intent: 'shipping',
    riskLevel: 'safe' as const,
    confidence: 0.9,
    reply: scriptedReply,
    rationale: 'The reply uses approved text.',
    requiresCreator: false,
    mediaAssetId: '',
    ...overrides,
  };
  return { decision, trace: { engine: 'scripted', version: 1 } };
}
