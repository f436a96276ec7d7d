import type { FastifyRequest } from 'fastify';
import type { AskPageDeps } from '../../capabilities/pages/ask-page.ts';
import type { NetworkHashes } from '../../capabilities/pages/network.ts';
import type { PageProfiles } from '../../capabilities/pages/page-profiles.ts';
import type { PageSecrets } from '../../capabilities/pages/page-secrets.ts';
import type { PageSnapshot } from '../../domain/page/ask.ts';
import type { Log } from '../../lib/log.ts';
import type { Store } from '../../store/port.ts';
import type { Admission } from '../admission.ts';
import type { OwnDomains } from './own-domains.ts';

export interface PageDeps {
  readonly store: Store;
  readonly admission: Admission;
  readonly log: Log;
  readonly profiles: PageProfiles;
  readonly secrets: PageSecrets;
  readonly networkHashes: NetworkHashes;
  readonly domains: OwnDomains;
  readonly asking: AskPageDeps;
  /** The lowest cost of a challenge. */
  readonly work: number;
  /** The address at which visitors reach the service. */
  readonly baseUrl: string;
  readonly isOwnOrigin: (origin: string, port: number | undefined) => boolean;
  readonly asked: (outcome: 'answered' | 'passed_on' | 'full') => void;
}

/** A request that names a Page. */
export type PageRequest = FastifyRequest<{ Params: { slug: string } }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested Page; null on other routes and before it is found. */
    askedPage: PageSnapshot | null;
    /** The hashes that stand for a visitor's network on a Page; empty on other routes. */
    networks: readonly string[];
  }
}

/** Returns the Page that was found when the request was admitted. */
export function pageOf({ askedPage }: FastifyRequest): PageSnapshot {
  if (askedPage === null) throw new Error('a request was not admitted to its Page');
  return askedPage;
}
