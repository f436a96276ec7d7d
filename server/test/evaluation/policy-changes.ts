import { type Change, otherWord, withSentence } from './change.ts';

const foreign = [
  'Te lo puedo enviar la próxima semana, no te preocupes.',
  'Vous pouvez le commander sur notre page dès demain.',
  'Das kannst du bei uns im Laden kaufen.',
  'Você pode comprar isso na nossa loja com certeza.',
  'Конечно, всё можно заказать у нас.',
];
const unrelated = [
  'elephants',
  'titanium',
  'waterproof',
  'organic',
  'handwoven',
  'certified',
  'Toronto',
  'sapphire',
  'diesel',
  'antique',
];

/** Changes that break the creator's rules, or say something other than the approved texts. */
export const policyChanges: Readonly<Record<string, Change>> = {
  'a `neverSay` text': ({ reply, persona }, chance) => {
    const list = persona.rules?.neverSay ?? [];
    return list.length === 0 ? null : { reply: withSentence(reply, `${chance.pick(list)}!`, chance) };
  },
  'a `neverSay` text, disguised': ({ reply, persona }, chance) => {
    const list = [...(persona.rules?.neverSay ?? []), ...(persona.voice?.avoid ?? [])].filter(
      (phrase) => phrase.length > 3,
    );
    if (list.length === 0) return null;
    const phrase = chance.pick(list);
    const disguised = chance.pick([
      [...phrase].join(' ').replace(/ {3}/g, '  '),
      phrase.replace(/e/gi, '3').replace(/o/gi, '0').replace(/a/gi, '4'),
      phrase.replace(/ /g, '-'),
      phrase.replace(/ /g, ''),
      [...phrase].join('\u200b'),
      phrase.replace(/a/g, 'а').replace(/e/g, 'е').replace(/o/g, 'о'),
      phrase.replace(/([aeiou])(?!.*[aeiou])/i, '$1$1$1$1'),
      phrase.toUpperCase(),
    ]);
    return disguised === phrase ? null : { reply: withSentence(reply, `${disguised}!`, chance) };
  },
  'a word to avoid': ({ reply, persona }, chance) => {
    const list = persona.voice?.avoid ?? [];
    return list.length === 0 ? null : { reply: withSentence(reply, `Sure, ${chance.pick(list)}.`, chance) };
  },
  'too many emoji': ({ reply, persona }) => (persona.voice?.emoji === 'free' ? null : { reply: `${reply} 🎉🎉🎉` }),
  'too long': ({ reply, persona }) => {
    const most = persona.voice?.maxLength ?? 600;
    return { reply: `${reply} ${'Thanks so much for asking. '.repeat(Math.ceil(most / 20))}`.trim() };
  },
  'a different language': ({ reply }, chance) => ({ reply: withSentence(reply, chance.pick(foreign), chance) }),
  'hidden characters': ({ reply }, chance) => {
    const at = 1 + chance.below(reply.length - 1);
    return {
      reply: reply.slice(0, at) + chance.pick(['\u200b', '\u2060', '\u202e', '\u00ad', '\u2066']) + reply.slice(at),
    };
  },
  'a repeated sentence': ({ reply }) => ({ reply: `${reply} ${reply}` }),
  'no for yes': ({ reply }, chance) => {
    if (/n't\b|\bnot\b|\bno\b/.test(reply)) return null;
    const verbs: Readonly<Record<string, string>> = {
      is: "isn't",
      are: "aren't",
      runs: "doesn't run",
      takes: "doesn't take",
      ship: "don't ship",
      teach: "don't teach",
      need: "don't need",
      can: "can't",
      ships: "doesn't ship",
      play: "don't play",
      come: "don't come",
      deliver: "don't deliver",
    };
    return otherWord(reply, chance, (word) => verbs[word] ?? null);
  },
  'yes for no': ({ reply }) => {
    const changed = reply.replace(/\b(do|does|can|is|are)(?:n't| not) /i, '$1 ').replace(/\bcan't /, 'can ');
    return changed === reply ? null : { reply: changed };
  },
  'a different word': ({ reply }, chance) =>
    otherWord(reply, chance, (word) => (/^[a-z]{6,}$/.test(word) ? chance.pick(unrelated) : null)),
  'a different offer': ({ reply, persona, used }, chance) => {
    const others = (persona.offers ?? []).filter(
      ({ id, name }) => !used.includes(id) && !reply.toLowerCase().includes(name.toLowerCase()),
    );
    return others.length === 0
      ? null
      : { reply: withSentence(reply, `The ${chance.pick(others).name} is lovely too.`, chance) };
  },
  'a text that nobody approved': ({ reply, persona }, chance) => {
    const hidden = [...(persona.facts ?? []), ...(persona.offers ?? [])].filter((item) => item.approved === false);
    return hidden.length === 0 ? null : { reply: withSentence(reply, chance.pick(hidden).text, chance) };
  },
  'an item that is not approved or is out of date': ({ reply, persona, used }, chance) => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const off = [
      ...(persona.facts ?? []).filter(
        (fact) => fact.approved === false || (fact.validUntil !== undefined && Date.parse(fact.validUntil) <= now),
      ),
      ...(persona.offers ?? []).filter(
        (offer) => offer.approved === false || (offer.endsAt !== undefined && Date.parse(offer.endsAt) <= now),
      ),
    ];
    if (off.length === 0) return null;
    const item = chance.pick(off);
    return { reply: withSentence(reply, item.text, chance), used: [...used, item.id] };
  },
  "a different item's text": ({ reply, persona, used }, chance) => {
    const others = (persona.facts ?? []).filter(
      (fact) => fact.approved !== false && !used.includes(fact.id) && !reply.includes(fact.text),
    );
    return others.length === 0 ? null : { reply: withSentence(reply, chance.pick(others).text, chance) };
  },
  'a different picture': ({ reply }, chance) => ({
    reply,
    mediaAssetId: chance.pick(['asset_private', 'asset_other', 'x']),
  }),
};
