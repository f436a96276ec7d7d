import { PersonaRequest, PersonaResponse } from '../domain/agent-contract.ts';
import { usablePersona } from '../domain/usable-persona.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Store } from '../store/port.ts';
import { type Capability, defineCapability } from './capability.ts';
import { createInputParser } from './parse-input.ts';

/** Reads the approved and currently valid content; never rules, an unapproved item, or a fan's words. */
export function createReadPersona(deps: { store: Store; now: () => number }): Capability<PersonaRequest> {
  return defineCapability({
    name: 'read_persona',
    title: 'Read the persona',
    description:
      'Returns what the creator approved for one profile: voice, phrases, facts and offers that are valid now.',
    scope: 'persona:read',
    isWrite: false,
    input: PersonaRequest,
    output: PersonaResponse,
    parse: createInputParser(PersonaRequest),
    async run({ actor, input }) {
      const place = { workspaceId: actor.workspaceId, profileId: input.profileId };
      const [profile, ofFans] = await Promise.all([
        deps.store.profile(place),
        deps.store.taughtPhrases({ ...place, ofFans: true }),
      ]);
      if (profile === null) throw new ServiceError('agent_profile_not_found');
      const { about, languages, voice, phrases, facts, offers } = usablePersona(
        profile.persona,
        deps.now(),
        ofFans.map(({ text }) => text),
      );
      const body: PersonaResponse = {
        ok: true,
        persona: {
          profileId: profile.profileId,
          displayName: profile.displayName,
          about,
          languages,
          voice,
          phrases,
          facts,
          offers,
        },
      };
      return { json: JSON.stringify(body), isReplay: false };
    },
  });
}
