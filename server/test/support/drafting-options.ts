import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import type { Engine } from '../../src/drafting/engine.ts';
import type { Store } from '../../src/store/port.ts';
import { leasedOnly } from './leased-only.ts';

/** How a world drafts, and the protocol with which it writes drafts. */
export interface DraftingOptions {
  /** The embedded engine by default. */
  readonly engine?: Engine;
  /** An engine other than the service's simulates slow work, so its drafts are leased by default. */
  readonly protocol?: 'optimistic' | 'leased';
}

export function draftingOf(
  { engine = createEmbeddedEngine(), protocol }: DraftingOptions,
  store: Store,
): { engine: Engine; store: Store } {
  const isLeased = (protocol ?? (['embedded', 'model'].includes(engine.name) ? 'optimistic' : 'leased')) === 'leased';
  return { engine, store: isLeased ? leasedOnly(store) : store };
}
