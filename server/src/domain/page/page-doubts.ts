import type { Fact, Offer, Phrase } from '../persona.ts';

/** A reason to reconsider showing an item to everyone. */
export type PageDoubt = 'code' | 'address' | 'members';

/**
 * Returns the reasons why an item may be meant for only some people, recognized in the Page's languages. The reasons
 * are hints for the person who chooses the items, and no item is kept off the Page because of them. Some such items are
 * missed, and others are flagged needlessly.
 */
export function pageDoubtsOf(
  item: Partial<Pick<Offer, 'code'>> & (Pick<Fact, 'text'> | Pick<Phrase, 'text'>),
): PageDoubt[] {
  const { text } = item;
  const doubts: PageDoubt[] = [];
  if ((item.code ?? '') !== '' || codes.test(text) || writtenCode.test(text)) doubts.push('code');
  if (places.test(text) || mail.test(text) || telephone.test(text)) doubts.push('address');
  if (members.test(text)) doubts.push('members');
  return doubts;
}

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'iu');
}

const codes = anyOf([
  'codes?(?!\\p{L})',
  'coupons?',
  'vouchers?',
  'passwords?',
  'passcodes?',
  'promo',
  'códigos?',
  'contraseñas?',
  'senhas?',
  'cupón',
  'cupom',
  'cupão',
  'gutschein',
  'rabattcode',
  'passwort',
  'kennwort',
  'mot de passe',
  'codice',
  'kortingscode',
  'wachtwoord',
]);
/** Matches words of capitals and digits, such as MOON15. */
const writtenCode = /(?<![\p{L}\p{N}])(?=[A-Z0-9]*[A-Z])(?=[A-Z0-9]*\d)[A-Z0-9]{5,}(?![\p{L}\p{N}])/u;

const places = anyOf([
  '\\d+\\s+(?:\\p{L}+\\s){0,3}(?:street|st|road|rd|avenue|ave|lane)(?!\\p{L})',
  'home address',
  'my address',
  'ring the bell',
  '(?:rua|avenida|travessa|calle|via|piazza|rue|boulevard)\\s+(?:\\p{L}+\\s){1,4}\\d+',
  '\\p{L}+(?:straße|strasse|weg|platz|straat|laan)\\s+\\d+',
]);
const mail = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.\p{L}{2,}/u;
const telephone = /(?<!\d)\+?\d(?:[\s()./-]?\d){8,}(?!\d)/;

const members = anyOf([
  'members?(?!\\p{L})',
  'subscribers?',
  'patrons?(?!\\p{L})',
  'tiers?(?!\\p{L})',
  'vips?(?!\\p{L})',
  'mitglied',
  'abonn',
  'miembros?',
  'socios?(?!\\p{L})',
  'suscriptor',
  'membros?',
  'assinantes?',
  'membres?(?!\\p{L})',
  'adhérent',
  'membri',
  'iscritti',
  'abbonati',
  'leden(?!\\p{L})',
  'abonnee',
]);
