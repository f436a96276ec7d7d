import { PersonaRequest, PersonaResponse } from '../domain/agent-contract.ts';
import { usablePersona } from '../domain/usable-persona.ts';
import { ServiceError } from '../lib/errors.ts';
import type { CapabilityDefinition } from './capability.ts';

/** Reads the approved and currently valid content. Never returns rules, unapproved items, or a fan's words. */
export const readPersona: CapabilityDefinition<PersonaRequest, PersonaResponse> = {
  path: '/api/v1/agent/persona',
  scope: 'persona:read',
  isWrite: false,
  input: PersonaRequest,
  output: PersonaResponse,
  tool: {
    name: 'agent_get_persona',
    title: 'Read the persona',
    description:
      'Returns what the creator approved for one profile and what is valid now: voice, phrases, facts and offers. Use it to learn what you may say before you talk about the creator. Never guess a profileId. Ask the user. It is read-only and does not use up the reply allowance.',
  },
  openapi: {
    operationId: 'readPersona',
    schemaName: 'Persona',
    tag: 'Creator',
    summary: 'Read what the creator approved',
    description:
      'Returns the voice, phrases, facts and offers of one active profile: only what is approved and valid now.',
    success: 'The approved persona',
    errors: ['agent_profile_not_found'],
    requests: { aurora: { value: { profileId: 'prof_aurora' } } },
    responses: {
      aurora: {
        value: {
          ok: true,
          persona: {
            profileId: 'prof_aurora',
            displayName: 'Aurora Lane',
            about: 'Ceramic artist in Lisbon.',
            languages: ['en'],
            voice: { traits: ['warm', 'playful'], emoji: 'sparing', maxLength: 400, avoid: ['babe', 'guaranteed'] },
            phrases: [{ id: 'ph_hi', use: 'greeting', text: 'Hey you!' }],
            facts: [
              {
                id: 'f_ship',
                topic: 'shipping',
                text: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
                aliases: ['delivery', 'do you post abroad'],
                mediaAssetId: 'asset_parcel',
              },
            ],
            offers: [
              {
                id: 'o_mug',
                name: 'Moon mug',
                text: 'The Moon mug is €38 and holds 350 ml.',
                price: '€38',
                url: 'https://aurora.example/mug',
              },
            ],
          },
        },
      },
    },
  },
  async run({ store }, { actor, input }) {
    const place = { workspaceId: actor.workspaceId, profileId: input.profileId };
    const [profile, ofFans] = await Promise.all([
      store.profile(place),
      store.taughtPhrases({ ...place, ofFans: true }),
    ]);
    if (profile === null) throw new ServiceError('agent_profile_not_found');
    const { about, languages, voice, phrases, facts, offers } = usablePersona(
      profile.persona,
      Date.now(),
      ofFans.map(({ text }) => text),
    );
    const { profileId, displayName } = profile;
    const body: PersonaResponse = {
      ok: true,
      persona: { profileId, displayName, about, languages, voice, phrases, facts, offers },
    };
    return { json: JSON.stringify(body), isReplay: false };
  },
};
