import type { Offer } from '../../src/domain/persona.ts';
import { type Change, type CleanReply, withSentence } from './change.ts';
import { validItems } from './creators.ts';

/** Changes that use only the creator's own words and values. */
export const subtleChanges: Readonly<Record<string, Change>> = {
  'a bound dropped': ({ reply }) => {
    const changed = reply.replace(
      /\b(?:from|up to|at most|about|around|at least|by|within|over|more than) (?=[€£$]?\d)/,
      '',
    );
    return changed === reply || /from [^.;]*\d to/.test(reply) ? null : { reply: changed };
  },
  'a bound added': ({ reply }, chance) => {
    const places = [
      ...reply.matchAll(/(?<=(?:is|costs|takes|in|are|last|lasts) )(?:[€£$]\d|\d+ (?:days|weeks|minutes|hours))/g),
    ];
    if (places.length === 0) return null;
    const { index } = chance.pick(places);
    return {
      reply: `${reply.slice(0, index)}${chance.pick(['from', 'up to', 'about', 'at least', 'less than'])} ${reply.slice(index)}`,
    };
  },
  'a different rate': ({ reply }, chance) => {
    const rate = reply.match(/(?<=\d )(?:a|per|each) (?:month|week|year|hour|day)/)?.[0];
    if (rate === undefined) return null;
    return {
      reply: reply.replace(
        rate,
        chance.pick(['a day', 'a week', 'a year', 'per person', 'an hour'].filter((one) => one !== rate)),
      ),
    };
  },
  'an "only" dropped': ({ reply }) => {
    const changed = reply.replace(/ only\b|\bonly /, '');
    return changed === reply ? null : { reply: changed };
  },
  'an "only" added': ({ reply }) => {
    const changed = reply.replace(/\b(is|are|ship|ships|runs|teach|play) /, '$1 only ');
    return changed === reply || /\bonly\b/.test(reply) ? null : { reply: changed };
  },
  "a different offer's price": (clean, chance) => {
    const pair = twoOffers(clean, chance.pick);
    if (pair === null) return null;
    const [one, other] = pair;
    return {
      reply: withSentence(one.text.replace(one.price ?? '', other.price ?? ''), other.text, {
        ...chance,
        below: () => 0,
      }),
      used: [one.id, other.id],
    };
  },
  "a different offer's name": (clean, chance) => {
    const pair = twoOffers(clean, chance.pick);
    if (pair === null) return null;
    const [one, other] = pair;
    return { reply: `${one.text.replace(one.name, other.name)} ${other.text}`, used: [one.id, other.id] };
  },
};

function twoOffers({ persona }: CleanReply, pick: <T>(list: readonly T[]) => T): readonly [Offer, Offer] | null {
  const valid = new Set(validItems(persona).map(({ id }) => id));
  const priced = (persona.offers ?? []).filter(
    ({ id, price, text, name }) => valid.has(id) && price !== undefined && text.includes(price) && text.includes(name),
  );
  if (priced.length < 2) return null;
  const one = pick(priced);
  const rest = priced.filter((offer) => offer.price !== one.price && offer.id !== one.id);
  return rest.length === 0 ? null : [one, pick(rest)];
}
