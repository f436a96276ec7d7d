import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import type { Engine } from '../../src/drafting/engine.ts';
import type { Store } from '../../src/store/port.ts';
import { leasedOnly } from './leased-only.ts';

/** How a world drafts, and the protocol with which it writes drafts. */
export interface DraftingOptions {
  /** The drafting engine; by default, the embedded engine. */
  readonly engine?: Engine;
  /** The default is `leased` for an engine other than the service's, because that engine simulates slow work. */
  readonly protocol?: 'optimistic' | 'leased';
}

export function draftingOf(
  { engine = createEmbeddedEngine(), protocol }: DraftingOptions,
  store: Store,
): { engine: Engine; store: Store } {
  const isLeased = (protocol ?? (['embedded', 'model'].includes(engine.name) ? 'optimistic' : 'leased')) === 'leased';
  return { engine, store: isLeased ? leasedOnly(store) : store };
}
