import type { Config } from '../config.ts';
import { noMeasures } from '../domain/measures.ts';
import { monthlyRepliesOf } from '../domain/plan.ts';
import { noClassifiers } from '../teaching/classifier-shelf.ts';
import { type Capability, type CapabilityDefinition, type CapabilityDeps, createCapability } from './capability.ts';
import { createHandoff } from './create-handoff.ts';
import { draftReply } from './draft-reply.ts';
import { createProfileCache } from './profile-cache.ts';
import { readPersona } from './read-persona.ts';
import { readUsage } from './read-usage.ts';

/** All capabilities of the service, in the order in which an agent needs them. */
export const capabilityDefinitions = { readPersona, readUsage, draftReply, createHandoff } as const;

export type Capabilities = Readonly<Record<keyof typeof capabilityDefinitions, Capability>>;

const profilesRemembered = 2_000;

/** Connects the capabilities to one store and one engine. */
export function createCapabilities({
  config,
  onQueued = () => {},
  measures = noMeasures,
  classifiers = noClassifiers,
  ...deps
}: Pick<CapabilityDeps, 'store' | 'engine' | 'log'> &
  Partial<Pick<CapabilityDeps, 'onQueued' | 'measures' | 'classifiers'>> & {
    config: Pick<Config, 'leaseSeconds' | 'retentionHours' | 'plans'>;
  }): Capabilities {
  const all: CapabilityDeps = {
    ...deps,
    onQueued,
    measures,
    classifiers,
    terms: { leaseMs: config.leaseSeconds * 1_000, retentionMs: config.retentionHours * 3_600_000 },
    monthlyReplies: monthlyRepliesOf(config.plans),
    profiles: createProfileCache(profilesRemembered),
  };
  const connect = ([name, definition]: [string, CapabilityDefinition]) => [name, createCapability(definition, all)];
  // The entries come from the definitions, so they have the same keys.
  return Object.fromEntries(Object.entries<CapabilityDefinition>(capabilityDefinitions).map(connect)) as Capabilities;
}
