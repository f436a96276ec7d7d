import { dayOf, type EpochMs } from '../period.ts';
import type { Fact, Offer, Persona, Phrase } from '../persona.ts';
import { isApproved, isValid, type Validity, validityOf } from '../validity.ts';
import type { PageRecord } from './page.ts';
import type { AnswerPart, PageView, ShownFact, ShownTopic } from './views.ts';

interface Profile {
  readonly displayName: string;
  readonly persona: Persona;
}

type Item = Fact | Offer | Phrase;

/** The time since which each item has had its current text, by item id. */
export type ApprovalTimes = Readonly<Record<string, EpochMs>>;

/** Returns true if the Page may show an item now. */
export function isOnPage(item: Item, now: EpochMs): boolean {
  return item.onPage === true && isApproved(item) && isValid(validityOf(item), now);
}

/** Returns the content of a Page at an instant. */
export function pageViewOf(
  page: Pick<PageRecord, 'slug' | 'theme' | 'robots'>,
  { displayName, persona }: Profile,
  approvals: ApprovalTimes,
  { now, canonicalUrl }: { readonly now: EpochMs; readonly canonicalUrl: string },
): PageView {
  const phrases = (persona.phrases ?? []).filter((phrase) => isOnPage(phrase, now));
  const textsOf = (use: Phrase['use']) => phrases.filter((phrase) => phrase.use === use).map(({ text }) => text);
  const dateOf = (id: string) => dayOf(approvals[id] ?? now);
  const languages = persona.languages ?? ['en'];
  return {
    slug: page.slug,
    displayName,
    about: persona.about ?? '',
    lang: languages[0] ?? 'en',
    languages,
    disclosure: textsOf('disclosure'),
    support: textsOf('support'),
    topics: topicsOf(
      (persona.facts ?? []).filter((fact) => isOnPage(fact, now)).map((fact) => shownFact(fact, dateOf)),
    ),
    offers: (persona.offers ?? [])
      .filter((offer) => isOnPage(offer, now))
      .map(({ id, name, topic, text, url }) => ({
        name,
        topic: topic ?? null,
        text,
        url: linkOf(url),
        approvedOn: dateOf(id),
      })),
    theme: page.theme,
    canonicalUrl,
    robots: page.robots,
  };
}

/**
 * Returns the longest span around an instant in which the same items are valid. The span includes `from` but not
 * `until`. If nothing changes on one side, that bound is infinite.
 */
export function steadySpanOf({ facts = [], offers = [] }: Persona, now: EpochMs): Validity {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const item of [...facts, ...offers]) {
    const validity = validityOf(item);
    for (const bound of [validity.from, validity.until]) {
      if (bound <= now) from = Math.max(from, bound);
      else until = Math.min(until, bound);
    }
  }
  return { from, until };
}

/**
 * Returns the items of an answer in the form that the Page shows, in order, with their ids. Leaves out courtesies that
 * are not on the Page. Returns null if any other item is not allowed on the Page, or if nothing remains.
 */
export function answerParts(
  { persona }: Profile,
  items: readonly string[],
  approvals: ApprovalTimes,
  now: EpochMs,
): { readonly ids: readonly string[]; readonly parts: readonly AnswerPart[] } | null {
  const ids: string[] = [];
  const parts: AnswerPart[] = [];
  for (const id of items) {
    const approvedOn = dayOf(approvals[id] ?? now);
    const phrase = persona.phrases?.find((each) => each.id === id);
    if (phrase !== undefined) {
      if (!isOnPage(phrase, now)) {
        if (!courtesies.has(phrase.use)) return null;
        continue;
      }
      ids.push(id);
      parts.push({ text: phrase.text, topic: null, approvedOn, url: null });
      continue;
    }
    const fact = persona.facts?.find((each) => each.id === id);
    const offer = persona.offers?.find((each) => each.id === id);
    const item = fact ?? offer;
    if (item === undefined || !isOnPage(item, now)) return null;
    ids.push(id);
    parts.push({ text: item.text, topic: fact?.topic ?? null, approvedOn, url: linkOf(offer?.url) });
  }
  return parts.length === 0 ? null : { ids, parts };
}

/** Courtesies have no content, so an answer without them has the same meaning. */
const courtesies: ReadonlySet<Phrase['use']> = new Set(['greeting', 'thanks', 'signoff']);

function shownFact({ id, topic, text }: Fact, dateOf: (id: string) => string): ShownFact {
  return { topic: topic ?? null, text, approvedOn: dateOf(id) };
}

function topicsOf(facts: readonly ShownFact[]): ShownTopic[] {
  const topics = new Map<string | null, ShownFact[]>();
  for (const fact of facts) topics.set(fact.topic, [...(topics.get(fact.topic) ?? []), fact]);
  const groups = [...topics].map(([topic, of]) => ({ topic, facts: of }));
  return [...groups.filter(({ topic }) => topic !== null), ...groups.filter(({ topic }) => topic === null)];
}

/** Returns the address if it is http or https, because a Page links to nothing else; otherwise null. */
function linkOf(url: string | undefined): string | null {
  const protocol = url === undefined ? null : URL.parse(url)?.protocol;
  return url !== undefined && (protocol === 'http:' || protocol === 'https:') ? url : null;
}
