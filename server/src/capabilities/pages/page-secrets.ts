import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../lib/sealing.ts';

/** The secrets of Pages, newest first. The newest one signs, and all of them verify. */
export interface PageSecrets {
  proofs(): readonly string[];
  tickets(): readonly string[];
  networks(): string;
}

/**
 * Derives the secrets from the sealing keys. Without a sealing key, each process has its own secrets, so proofs and
 * tickets are valid only in this process and until it ends.
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
