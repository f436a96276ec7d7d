import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { guardReply } from '../../src/drafting/guard/guard-reply.ts';

const texts = {
  ship: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
  cost: 'Shipping is €6 within Europe and €14 to the rest of the world.',
  back: 'You can send unused pieces back within 30 days of delivery.',
  raw: "We don't ship broken pieces.",
  class: 'The wheel class is on Saturday 12 December at 18:30, and only for six people.',
  club: 'The Club membership is €19 a month; cancel in your account with code DUO or at https://aurora.example/club.',
} as const;
type Name = keyof typeof texts;

const languages = ['es', 'fr', 'de', 'it', 'pt', 'nl'];
const persona: Persona = {
  about: 'Ceramic artist in Lisbon.',
  languages: ['en', ...languages],
  facts: Object.entries(texts).map(([id, text]) => ({ id, text })),
};

function breachesOf(language: string, reply: string, ...usedItems: readonly Name[]): string[] {
  const { breaches } = guardReply({ reply, usedItems, persona, now: 0, wording: 'free', language });
  return breaches.map(({ kind }) => kind);
}

const faithful: readonly (readonly [string, Name, string])[] = [
  ['es', 'ship', '¡Hola! Envío a todo el mundo desde Lisboa; los pedidos salen del estudio cada martes.'],
  [
    'fr',
    'ship',
    "Bonjour ! J'expédie dans le monde entier depuis Lisbonne ; les commandes partent de l'atelier chaque mardi.",
  ],
  ['de', 'ship', 'Hallo! Ich versende weltweit aus Lissabon; Bestellungen verlassen das Studio jeden Dienstag.'],
  ['it', 'ship', 'Ciao! Spedisco in tutto il mondo da Lisbona; gli ordini partono dallo studio ogni martedì.'],
  ['pt', 'ship', 'Olá! Envio para todo o mundo a partir de Lisboa; as encomendas saem do estúdio cada terça-feira.'],
  ['nl', 'ship', 'Hallo! Ik verzend wereldwijd uit Lissabon; bestellingen vertrekken elke dinsdag uit de studio.'],
  ['es', 'cost', 'El envío cuesta 6 € en Europa y 14 € al resto del mundo.'],
  ['fr', 'cost', "L'envoi coûte 6 € en Europe et 14 € pour le reste du monde."],
  ['de', 'cost', 'Der Versand kostet 6 € innerhalb Europas und 14 € in den Rest der Welt.'],
  ['it', 'cost', 'La spedizione costa 6 € in Europa e 14 € nel resto del mondo.'],
  ['pt', 'cost', 'O envio custa 6 € na Europa e 14 € para o resto do mundo.'],
  ['nl', 'cost', 'Verzending kost € 6 binnen Europa en € 14 naar de rest van de wereld.'],
  ['es', 'back', 'Puedes devolver las piezas sin usar en un plazo de treinta días desde la entrega.'],
  ['de', 'raw', 'Wir versenden keine zerbrochenen Stücke.'],
  ['es', 'raw', 'No enviamos piezas rotas.'],
  ['fr', 'raw', "Nous n'expédions pas de pièces cassées."],
  ['it', 'class', 'Il corso di tornio è sabato 12 dicembre alle 18:30, e solo per sei persone.'],
  ['es', 'class', 'La clase de torno es el sábado 12 de diciembre a las 18:30, y solo para seis personas.'],
  [
    'fr',
    'club',
    "L'abonnement Club coûte 19 € par mois ; annulez dans votre compte avec le code DUO ou sur https://aurora.example/club.",
  ],
];

test.each(faithful)('in %s "%s" said truly passes: %s', (language, item, reply) => {
  expect(breachesOf(language, reply, item)).toEqual([]);
});

const wrong: readonly (readonly [string, string, Name, string])[] = [
  ['polarity', 'es', 'raw', 'Enviamos piezas rotas.'],
  ['polarity', 'fr', 'raw', 'Nous expédions des pièces cassées.'],
  ['polarity', 'de', 'raw', 'Wir versenden zerbrochene Stücke.'],
  ['polarity', 'it', 'ship', 'Non spedisco in tutto il mondo da Lisbona.'],
  ['polarity', 'pt', 'ship', 'Não envio para todo o mundo a partir de Lisboa.'],
  ['polarity', 'nl', 'ship', 'Ik verzend niet wereldwijd uit Lissabon.'],
  ['duration', 'es', 'back', 'Puedes devolver las piezas sin usar en un plazo de sesenta días desde la entrega.'],
  ['duration', 'es', 'back', 'Puedes devolver las piezas sin usar en un plazo de treinta semanas desde la entrega.'],
  [
    'duration',
    'es',
    'back',
    'Puedes devolver las piezas sin usar en un plazo de treinta y cinco días desde la entrega.',
  ],
  [
    'duration',
    'de',
    'back',
    'Unbenutzte Stücke kannst du innerhalb von fünfunddreißig Tagen nach der Lieferung zurücksenden.',
  ],
  ['duration', 'nl', 'back', 'Ongebruikte stukken kun je binnen vijfendertig dagen na levering retourneren.'],
  ['duration', 'it', 'back', 'Puoi restituire i pezzi inutilizzati entro trentacinque giorni dalla consegna.'],
  ['duration', 'fr', 'back', 'Vous pouvez renvoyer les pièces inutilisées sous une semaine.'],
  ['weekday', 'es', 'ship', 'Envío a todo el mundo desde Lisboa; los pedidos salen del estudio cada viernes.'],
  ['weekday', 'fr', 'ship', "J'expédie dans le monde entier ; les commandes partent de l'atelier chaque jeudi."],
  ['weekday', 'de', 'ship', 'Bestellungen verlassen das Studio jeden Freitag.'],
  ['weekday', 'it', 'ship', 'Gli ordini partono dallo studio ogni venerdì.'],
  ['weekday', 'pt', 'ship', 'As encomendas saem do estúdio cada quinta-feira.'],
  ['weekday', 'nl', 'ship', 'Bestellingen vertrekken elke vrijdag uit de studio.'],
  ['date', 'es', 'class', 'La clase de torno es el sábado 12 de noviembre a las 18:30, y solo para seis personas.'],
  ['time', 'it', 'class', 'Il corso di tornio è sabato 12 dicembre alle 19:30, e solo per sei persone.'],
  ['number', 'it', 'class', 'Il corso di tornio è sabato 12 dicembre alle 18:30, e solo per sette persone.'],
  ['limit', 'it', 'class', 'Il corso di tornio è sabato 12 dicembre alle 18:30, e per sei persone.'],
  ['price', 'de', 'cost', 'Der Versand kostet 7 € innerhalb Europas.'],
  ['qualifier', 'fr', 'club', "L'abonnement Club coûte 19 € par an."],
  ['qualifier', 'de', 'cost', 'Der Versand kostet mindestens 6 € innerhalb Europas.'],
  ['url', 'fr', 'club', "L'abonnement Club coûte 19 € par mois sur https://evil.example/club."],
  ['name', 'fr', 'club', "L'abonnement Club coûte 19 € par mois avec le code AMI."],
  ['name', 'es', 'ship', 'Envío a todo el mundo desde Lisboa con Bruno Reyes.'],
  ['name', 'de', 'ship', 'Ich versende weltweit mit Bruno Reyes.'],
  ['name', 'de', 'ship', 'Ich versende weltweit in die EU.'],
  ['promise', 'es', 'ship', 'Envío a todo el mundo desde Lisboa. Te enviaré un paquete.'],
  ['promise', 'es', 'ship', 'Envío a todo el mundo. Te prometo un reembolso.'],
  ['promise', 'fr', 'ship', "J'expédie dans le monde entier. Je vous rembourserai."],
  ['promise', 'de', 'ship', 'Ich versende weltweit. Ich werde dir ein Paket schicken.'],
  ['promise', 'it', 'ship', 'Spedisco in tutto il mondo. Ti invierò un pacco.'],
  ['promise', 'pt', 'ship', 'Envio para todo o mundo. Enviarei uma encomenda.'],
  ['promise', 'nl', 'ship', 'Ik verzend wereldwijd. Ik zal je een pakket sturen.'],
  ['price', 'es', 'cost', 'El envío en Europa es gratis.'],
  ['human', 'es', 'ship', 'Envío a todo el mundo. Soy una persona real.'],
  ['human', 'de', 'ship', 'Ich versende weltweit. Ich bin kein Bot.'],
  ['sentence', 'es', 'ship', 'El envoltorio de regalo siempre está incluido.'],
  ['sentence', 'it', 'ship', 'La ceramica resiste sempre al gelo invernale.'],
  ['sentence', 'pt', 'ship', 'Ganhaste um prémio fantástico, parabéns!'],
];

test.each(wrong)('what is wrong is refused as %s in %s (%s): %s', (kind, language, item, reply) => {
  expect(breachesOf(language, reply, item)).toContain(kind);
});

/** Words for values and denials in each language; any of them in place of another is another claim. */
const weekdays: Readonly<Record<string, string>> = {
  es: 'lunes martes miércoles jueves viernes sábado domingo',
  fr: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  de: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
  it: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  pt: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
  nl: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
};
const additions: Readonly<Record<string, readonly string[]>> = {
  es: ['Cuesta 99 €.', 'Mi código es AHORRA.', 'Escribe a bruno@otro.example.', 'Te garantizo un descuento.'],
  fr: ['Cela coûte 99 €.', 'Mon code est PROMO.', 'Écrivez à bruno@autre.example.', 'Je garantis une remise.'],
  de: ['Das kostet 99 €.', 'Mein Code ist SPAREN.', 'Schreib an bruno@anders.example.', 'Ich garantiere einen Rabatt.'],
  it: ['Costa 99 €.', 'Il mio codice è SCONTO.', 'Scrivi a bruno@altro.example.', 'Garantisco uno sconto.'],
  pt: ['Custa 99 €.', 'O meu código é POUPA.', 'Escreve para bruno@outro.example.', 'Garanto um desconto.'],
  nl: ['Het kost 99 €.', 'Mijn code is SPAREN.', 'Schrijf naar bruno@anders.example.', 'Ik garandeer een korting.'],
};

test('each number, weekday and denial of the true replies changed, and each claim added, is refused', () => {
  const passed: string[] = [];
  let tried = 0;
  for (const [language, item, reply] of faithful) {
    const changed = [
      ...[...reply.matchAll(/\d+/g)].map(({ 0: digits, index }) =>
        replaced(reply, index, digits, String(Number(digits) + 1)),
      ),
      ...(weekdays[language] ?? '').split(' ').flatMap((day, _, days) => {
        const at = reply.toLowerCase().indexOf(day.toLowerCase());
        return at < 0 ? [] : days.filter((other) => other !== day).map((other) => replaced(reply, at, day, other));
      }),
      ...[...reply.matchAll(/\b(?:no|non|não|pas|keine|niet) /gi)].map(({ 0: word, index }) =>
        replaced(reply, index, word, ''),
      ),
      ...(additions[language] ?? []).map((sentence) => `${reply} ${sentence}`),
    ];
    tried += changed.length;
    passed.push(...changed.filter((one) => breachesOf(language, one, item).length === 0));
  }
  expect(tried).toBeGreaterThan(140);
  expect(passed).toEqual([]);
});

function replaced(text: string, at: number, old: string, by: string): string {
  return text.slice(0, at) + by + text.slice(at + old.length);
}

test('an approved text in that language may be put otherwise, and its denial stays', () => {
  const spanish: Persona = {
    languages: ['es'],
    facts: [{ id: 'f', text: 'No hacemos envíos a Canarias; en la península tardan 3 días laborables y cuestan 5 €.' }],
  };
  const judge = (reply: string) =>
    guardReply({ reply, usedItems: ['f'], persona: spanish, now: 0, wording: 'free', language: 'es' }).breaches;
  expect(judge('¡Hola! En la península los envíos tardan tres días laborables y cuestan 5 €.')).toEqual([]);
  expect(judge('Hacemos envíos a Canarias.')).not.toEqual([]);
  expect(judge('En la península los envíos tardan cuatro días laborables y cuestan 5 €.')).not.toEqual([]);
});

test('a language that the creator did not approve, or that cannot be compared, is no ground for free wording', () => {
  const reply = 'Envío a todo el mundo desde Lisboa.';
  const only = { ...persona, languages: ['en'] };
  const asked = { reply, usedItems: ['ship'], now: 0, wording: 'free' } as const;
  expect(guardReply({ ...asked, persona: only, language: 'es' }).passed).toBe(false);
  expect(guardReply({ ...asked, persona: { ...persona, languages: ['en', 'pl'] }, language: 'pl' }).passed).toBe(false);
  expect(guardReply({ ...asked, persona }).passed, 'without a language of the message').toBe(false);
});
