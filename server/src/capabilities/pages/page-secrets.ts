import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../lib/sealing.ts';

/** Secrets of Pages, newest first: the first signs, all verify. */
export interface PageSecrets {
  proofs(): readonly string[];
  tickets(): readonly string[];
  networks(): string;
}

/**
 * Without a sealing key, each process has its own secrets. Proofs and tickets are then valid only in this process and
 * until it ends.
 */
export function createPageSecrets(sealer: Pick<Sealer, 'derive'>): PageSecrets {
  const made = new Map<string, readonly string[]>();
  const of = (purpose: string): readonly string[] => {
    const known = made.get(purpose);
    if (known !== undefined) return known;
    const derived = sealer.derive(`page ${purpose}`);
    const secrets = derived.length > 0 ? derived : [randomBytes(32).toString('base64url')];
    made.set(purpose, secrets);
    return secrets;
  };
  return {
    proofs: () => of('proofs'),
    tickets: () => of('tickets'),
    networks: () => of('networks')[0] ?? '',
  };
}
