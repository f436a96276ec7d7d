import { askingTurns } from '../text/asking-turns.ts';
import { normalise } from '../text/normalise.ts';
import { ruleBook } from '../text/patterns.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { akinAsked } from './akin.ts';
import { type Deeds, deedsIn } from './deeds.ts';
import type { IndexedItem, PersonaIndex } from './persona-index.ts';
import type { ReadQuestion } from './question.ts';
import { meaningOf } from './synonyms.ts';

/** Why the likeliest item shares the question's words and yet answers another one; '' when it doesn't. It is asked of that item alone. */
export function strays(item: IndexedItem, index: PersonaIndex, question: ReadQuestion): string {
  const told = readingOf(item);
  if (isDoneByOther(told.deeds, question)) return 'roles';
  if (isUntoldDeed(item, told, question)) return 'deed';
  if (saysMore(item, told, question)) return 'word';
  if (asksOfPerson(question) && !told.isOfPerson) return 'person';
  if (comesFrom.find(question.list).length > 0 && !told.stems.has('from')) return 'from';
  if (isOfOtherOffer(item, index, question)) return 'offer';
  if (isPricedElsewhere(told, question)) return 'priced';
  if (isOfNobodysChildren(question)) return 'children';
  return '';
}

interface Told {
  readonly deeds: Deeds;
  /** Stems of every word, the smallest too. */
  readonly stems: ReadonlySet<string>;
  /** Meanings of the words of name, topic and aliases. */
  readonly labels: ReadonlySet<string>;
  readonly isOfPerson: boolean;
}

const kept = new WeakMap<IndexedItem, Told>();

function readingOf(item: IndexedItem): Told {
  const known = kept.get(item);
  if (known !== undefined) return known;
  const text = tokens(normalise(item.text));
  const labels = item.labels.map((label) => tokens(normalise(label)));
  const inText = deedsIn(text);
  const inLabels = labels.map(deedsIn);
  const told: Told = {
    deeds: {
      creators: new Set([...inText.writers, ...inLabels.flatMap(({ readers }) => readers)]),
      fans: new Set([...inText.readers, ...inLabels.flatMap(({ writers }) => writers)]),
    },
    stems: new Set([...text, ...labels.flat()].flatMap(({ word }) => [stem(word), meaningOf(stem(word))])),
    labels: new Set(labels.flat().map(({ word }) => meaningOf(stem(word)))),
    isOfPerson:
      ofPerson.find(text).length > 0 ||
      labels.some((label) => ofPerson.find(label).length + askedOfPerson.find(label).length > 0),
  };
  kept.set(item, told);
  return told;
}

/** "Can **I teach**?" where the creator teaches; "what if **you cancel**?" where the fan does. */
function isDoneByOther(told: Deeds, { list }: ReadQuestion): boolean {
  const { writers, readers } = deedsIn(list);
  return (
    writers.some((deed) => told.creators.has(deed) && !told.fans.has(deed) && !mutual.has(deed)) ||
    readers.some((deed) => fansOwn.has(deed) && !told.creators.has(deed)) ||
    readers.some((deed) => told.fans.has(deed) && !told.creators.has(deed) && !mutual.has(deed))
  );
}

/** "Do **you buy** mugs?": what a shop's customers do. */
const fansOwn = new Set('buy purchase order want need'.split(' ').map(stem));

/** Whoever does it, the other does it too, or says so. */
const mutual = new Set(
  'can could may might must will would should do dont did are were have am need want get like love find know hear see say think tell mean hope'
    .split(' ')
    .map(stem),
);

/** Words in which one asks, and which may also be what is asked: "when does the **shop** close?", "what **plan** is the code for?" */
const weighty = new Set(
  `pay paid answer word set side plan plans number stock pick near nearby read watch hear talk hour hours minute minutes expire expires learned learnt learn
contain contains website site link links shop sold posted write wrote look looking close closes end ends ending`.split(
    /\s+/,
  ),
);

function saysMore({ akin }: IndexedItem, { stems }: Told, { list, entities }: ReadQuestion): boolean {
  if (!list.some(({ word }) => weighty.has(word))) return false;
  const turns = askingTurns.find(list);
  return list.some(({ word }, at) => {
    if (!weighty.has(word) || entities.at.has(at) || turns.some(({ from, to }) => from <= at && at < to)) return false;
    // "How did you **end up** here?"
    return list[at + 1]?.word !== 'up' && !isTold(word, stems) && !akinWith(list, at, akin);
  });
}

/** Whether a word stands in a group of words of which the item has another. */
function akinWith(list: readonly Token[], at: number, akin: ReadonlySet<number>): boolean {
  return (akinAsked(list.map(({ word }) => word)).get(at) ?? []).some((group) => akin.has(group));
}

/** "Can I **sell** the PDFs?" is answered by nothing that does not speak of it. */
function isUntoldDeed({ akin }: IndexedItem, { stems }: Told, { list }: ReadQuestion): boolean {
  return mayDo.find(list).some(({ to }) => {
    const place = adverbs.has(list[to]?.word ?? '') ? to + 1 : to;
    const said = list[place];
    if (said === undefined || said.isEmoji || said.forms.some((form) => freeDeeds.has(form))) return false;
    if (said.forms.some((form) => isTold(form, stems))) return false;
    return !akinWith(list, place, akin);
  });
}

/** "Can I freeze it?" is told of by "three months in the freezer". */
function isTold(word: string, told: ReadonlySet<string>): boolean {
  const base = stem(word);
  return told.has(base) || told.has(meaningOf(base)) || told.has(stem(`${word}r`)) || told.has(stem(`${word}er`));
}

const mayDo = book(['can|could|may|might i|we|people|someone|anyone|somebody|anybody|fans']);
const adverbs = new Set('also still just please only maybe even always ever'.split(' '));
const freeDeeds = new Set(
  'buy get order have purchase find book see use know ask expect go do come try read watch hear be become'.split(' '),
);

/** "**Are you** hard?", "how heavy **are you**?": a question about the creator's person, no deed. */
function asksOfPerson({ list }: ReadQuestion): boolean {
  return askedOfPerson
    .find(list)
    .some(({ from, to }) => !(list[to]?.word ?? '').endsWith('ing') && !elsewhere.has(list[from - 1]?.word ?? ''));
}

const askedOfPerson = book(['are|r you|u|yours', 'is yours']);
/** "**Where** are you on Saturday?" */
const elsewhere = new Set('where when days day time'.split(' '));
const ofPerson = book(['i am|was', 'im', 'we are|were', 'were']);

const comesFrom = book(['ship|ships|shipping|send|sends|post|posts|deliver|delivers|delivery|order ~4 from']);

/** The question names one offer in full, and the item, which is not about everything, says nothing of it. */
function isOfOtherOffer(item: IndexedItem, index: PersonaIndex, { meanings }: ReadQuestion): boolean {
  if (item.isUniversal) return false;
  const named = index.items.filter(({ name }) => name.size > 0 && [...name].every((part) => meanings.includes(part)));
  return (
    named.length > 0 &&
    !named.some((offer) => offer === item || [...offer.name].some((part) => item.meanings.has(part)))
  );
}

/** "How much is a **wheel**?": what is priced must be in the name, the topic or an alias. */
function isPricedElsewhere({ labels }: Told, { list, needed, asked, things }: ReadQuestion): boolean {
  if (needed[0] !== 'amount' || labels.size === 0) return false;
  const priced = howMuch.find(list);
  return priced.some(({ to }) =>
    things.some((places) => {
      const named = asked.filter(({ at }) => places.includes(at) && at >= to);
      return (
        named.length > 0 &&
        places[0] !== undefined &&
        places[0] <= to + 2 &&
        !named.some(({ meaning }) => labels.has(meaning))
      );
    }),
  );
}

const howMuch = book(['how much is|are|for|does']);

/** Children whom the question gives nobody: no "my" or "our", no age, no "for kids". */
function isOfNobodysChildren({ list, entities }: ReadQuestion): boolean {
  return children.find(list).length > 0 && entities.ages.size === 0 && innocent.find(list).length === 0;
}

const youth = 'child|children|childs|childrens|kid|kids|teen|teens|teenager|teenagers|pupils|minors|youngsters';
const children = book([youth]);
const innocent = book([
  `my|our|for|have ~2 ${youth}`,
  `come|bring|join|travel|visit ~3 with ~2 ${youth}`,
  `teach|suit|suits|suitable|allow|accept|take ~1 ${youth} $`,
  `a|an|the ${youth} class|classes|course|term|ticket|size|price|workshop|lesson`,
  `${youth} ~1 join|come|attend|welcome|allowed|friendly|classes|class|workshop|workshops|price|ticket|tickets|size|sizes`,
]);

function book(patterns: readonly string[]) {
  return ruleBook(patterns.map((pattern) => ({ id: 'stray', pattern, weight: 1 })));
}
