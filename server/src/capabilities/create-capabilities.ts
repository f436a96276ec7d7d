import type { Config } from '../config.ts';
import { type Measures, noMeasures } from '../domain/measures.ts';
import type { Engine } from '../drafting/engine.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/port.ts';
import type { MonthlyReplies } from '../store/workspace-port.ts';
import { type ClassifierShelf, noClassifiers } from '../teaching/classifier-shelf.ts';
import type { Capability } from './capability.ts';
import { createCreateHandoff } from './create-handoff.ts';
import { createDraftReply } from './draft-reply.ts';
import { createProfileCache } from './profile-cache.ts';
import { createReadPersona } from './read-persona.ts';
import { createReadUsage } from './read-usage.ts';

export interface Capabilities {
  readonly draftReply: Capability;
  readonly createHandoff: Capability;
  readonly readPersona: Capability;
  readonly readUsage: Capability;
}

const profilesRemembered = 2_000;

/** The four capabilities, connected to one store and one engine. */
export function createCapabilities(deps: {
  store: Store;
  engine: Engine;
  config: Pick<Config, 'leaseSeconds' | 'retentionHours' | 'plans'>;
  log: Log;
  onQueued?: () => void;
  measures?: Measures;
  /** The classifiers of profiles; none by default. */
  classifiers?: ClassifierShelf;
}): Capabilities {
  const { store, engine, config, log, measures = noMeasures, classifiers = noClassifiers } = deps;
  const terms = { leaseMs: config.leaseSeconds * 1_000, retentionMs: config.retentionHours * 3_600_000 };
  const monthlyReplies: MonthlyReplies = {
    creator: config.plans.creator.monthlyReplies,
    studio: config.plans.studio.monthlyReplies,
    agency: config.plans.agency.monthlyReplies,
  };
  const profiles = createProfileCache(profilesRemembered);
  return {
    draftReply: createDraftReply({ store, engine, profiles, classifiers, terms, monthlyReplies, log, measures }),
    createHandoff: createCreateHandoff({
      store,
      engine,
      classifiers,
      terms,
      log,
      measures,
      onQueued: deps.onQueued ?? (() => {}),
    }),
    readPersona: createReadPersona({ store, now: Date.now }),
    readUsage: createReadUsage({ store, monthlyReplies }),
  };
}
