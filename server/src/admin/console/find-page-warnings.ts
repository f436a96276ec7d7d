import type { ConsoleOutput } from '../../domain/console/routes.ts';
import type { Persona } from '../../domain/persona.ts';

type PageWarning = ConsoleOutput<'previewPage'>['warnings'][number];

const members =
  /\b(members?|subscribers?|patrons?|vip|insiders?|mitglied\w*|abonnent\w*|abonn[ée]s?|miembros?|suscriptor\w*|membros?|assinantes?|membri|iscritti)\b/i;
const address =
  /[\w.+-]+@[\w-]+\.\w+|\+?\d[\d ()/-]{7,}\d|\b\d{1,4}\s+\p{L}+\s+(street|st|road|rd|avenue|ave|lane)\b|\p{L}+(straße|strasse|weg|platz)\s+\d+/iu;

/** Items of the Page that speak of what may be meant for few: codes, private addresses, what is for members. */
export function findPageWarnings({ phrases = [], facts = [], offers = [] }: Persona): PageWarning[] {
  const items = [...phrases, ...facts, ...offers].filter(({ onPage }) => onPage === true);
  return items.flatMap((item): PageWarning[] => {
    const code = 'code' in item ? item.code : undefined;
    const warnings: PageWarning[] = [];
    if (code !== undefined || /\b(code|coupon|voucher|gutschein\w*|codigo|código)\b/i.test(item.text)) {
      warnings.push({ itemId: item.id, kind: 'code', text: 'It speaks of a code, which everybody would see.' });
    }
    if (address.test(item.text)) {
      warnings.push({
        itemId: item.id,
        kind: 'private',
        text: 'It holds what looks like an address or a number, which everybody would see.',
      });
    }
    if (members.test(item.text)) {
      warnings.push({ itemId: item.id, kind: 'members', text: 'It speaks of members, and everybody would see it.' });
    }
    return warnings;
  });
}
