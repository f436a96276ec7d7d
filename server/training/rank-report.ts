import { rankFeatures } from '../src/drafting/retrieve/rank-features.ts';
import { stem } from '../src/drafting/text/stem.ts';
import type { TopicNotes } from '../src/drafting/topics/topic-model.ts';
import { calibrationError } from './calibrate.ts';
import { isOpen, type Judged, listsOf, targets, type Unit } from './rank-thresholds.ts';
import { dot, fitRanker, type RankList } from './rank-train.ts';
import type { HeldOut } from './topics-held-out.ts';

interface Run {
  readonly tables: readonly HeldOut[];
  readonly lists: readonly RankList[];
  readonly learned: readonly Unit[];
  readonly units: readonly Unit[];
  readonly judged: readonly Judged[];
  readonly prior: readonly number[];
  readonly notes: TopicNotes;
  readonly size: number;
}

type Names = readonly (typeof rankFeatures)[number][];
const words: Names = ['BM25', 'words covered'];
const aliases: Names = ['nearest alias', 'an alias word for word', 'the whole name of the offer', 'half a name only'];
const notions: Names = ['notions shared'];
const topics: Names = ['topic agreement', 'best topic is the same', 'likelier than by chance'];
const background: Names = [
  'topic agreement with the background',
  'likelier than by chance, with the background',
  'notions shared with the background',
  'BM25 of the background',
];

const steps: readonly (readonly [string, Names])[] = [
  ['+ the ways that fans ask this, names of offers', aliases],
  ['+ notions that words bring up', notions],
  ['+ topics', topics],
  ['+ what the rest of the message tells', background],
  ['+ intent, kind of answer, entities shared (all of the ranker)', rankFeatures],
];

/** `docs/retrieval-report.md`. Figures are of the validation authors' creators, in whom no weight had a part. */
export function retrievalReport({ tables, lists, learned, units, judged, prior, notes, size }: Run): string {
  const asked = units.filter(({ isAnswerable }) => isAnswerable);
  const examples = learned.filter(({ isAnswerable }) => isAnswerable);
  let used: Names = words;
  const rows = [
    row('words alone: BM25 without synonyms', asked, plainWords),
    row('with synonyms: BM25, words covered', asked, trained(examples, lists, words)),
    ...steps.map(([name, more]) => {
      used = [...used, ...more];
      return row(name, asked, trained(examples, lists, used));
    }),
  ];
  const open = judged.filter((one) => isOpen(one) && one.probability >= notes.floor);
  const wrong = open.filter(({ isRight }) => !isRight);
  const able = judged.filter(({ unit }) => unit.isAnswerable);
  const mayBe = judged.filter(({ mayAnswer }) => mayAnswer);
  const error = calibrationError(
    mayBe.map(({ probability }) => probability),
    mayBe.map(({ isRight }) => isRight),
  );
  const profiles = [...new Set(units.map(({ asked: { profile } }) => profile))];
  return `# Retrieval report

Made by \`npm run train:retrieval\` from the text in \`server/training/topics\` and the training authors' cases; the floor is chosen on the
validation authors' cases. No author of test cases had a part in it. The model is ${size} bytes.

## Topics, told of text that the training left out

| left out | kind | phrases | right topic first | among the first three |
|---|---|---|---|---|
${tables.map((one) => `| ${one.name} | ${one.isFact ? 'approved sentences' : 'questions'} | ${one.count} | ${percent(one.first, one.count)} | ${percent(one.firstThree, one.count)} |`).join('\n')}

## What each kind of evidence adds

Right item first, of ${asked.length} questions in ${new Set(asked.map((unit) => unit.asked.message)).size} validation messages that approved items answer; and of the ${asked.filter(({ sharesNothing }) => sharesNothing).length} that share no
content word with a right item. Weights start from sheets arranged of topic phrases (${lists.length} questions) and are fitted on
${examples.length} questions to the creators of the training cases.

| evidence | right first | right among three | right first, no word shared |
|---|---|---|---|
${rows.join('\n')}

## Answering

An item answers when its probability is at least ${notes.floor}, it is ahead of the next by ${notes.margin}, and it covers the entities of the question:
the floor from which on at most ${(targets.wrong * 100).toFixed(1)} % of the messages answered were answered wrong. Weights and probabilities were fitted
on other creators, of other authors.

| creator | questions | answerable | answered right | answered wrong |
|---|---|---|---|---|
${[...profiles, ''].map((profile) => creatorRow(profile, judged, open)).join('\n')}

| kind of message | questions | answerable | answered right | answered wrong |
|---|---|---|---|---|
${(['in plain words', 'paraphrased'] as const).map((kind) => kindRow(kind, judged, open)).join('\n')}

Wrong among the answered: ${percent(wrong.length, open.length)}.
Calibration error of the probability: ${error.toFixed(3)} (${mayBe.length} questions).

| floor | answered right, of the answerable | wrong among the answered |
|---|---|---|
${[0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3].map((floor) => floorRow(floor, judged, able.length)).join('\n')}

## Weights of the ranker

| evidence | from arranged sheets | in use |
|---|---|---|
${rankFeatures.map((name, at) => `| ${name} | ${prior[at]} | ${notes.rank[at]} |`).join('\n')}
`;
}

type Scorer = (unit: Unit) => (item: Unit['items'][number]) => number;

function row(name: string, units: readonly Unit[], scorer: Scorer): string {
  const places = units.map((unit) => {
    const score = scorer(unit);
    const scores = unit.items.map((item) => score(item));
    const best = Math.max(
      ...unit.items.map(({ item }, at) => (unit.asked.items.has(item.id) ? (scores[at] ?? 0) : -1e9)),
    );
    // Equals share their places.
    const above = scores.filter((value) => value > best).length;
    return above + (scores.filter((value) => value === best).length - 1) / 2;
  });
  const share = (most: number, of: (unit: Unit) => boolean): string => {
    const own = places.filter((_, at) => of(units[at] as Unit)); // as many places as units
    return percent(own.filter((place) => place < most).length, own.length);
  };
  return `| ${name} | ${share(1, () => true)} | ${share(3, () => true)} | ${share(1, ({ sharesNothing }) => sharesNothing)} |`;
}

/** Fitted on the arranged sheets, then on the questions of the training cases. */
function trained(examples: readonly Unit[], lists: readonly RankList[], names: Names): Scorer {
  const isUsed = (feature: number): boolean => names.some((name) => name === rankFeatures[feature]);
  const prior = fitRanker(
    lists,
    rankFeatures.map(() => 0),
    0.002,
    isUsed,
  );
  const weights = fitRanker(listsOf(examples), prior, 0.003, isUsed);
  return () => (item) => dot(item.features, weights);
}

const plainWords: Scorer = (unit) => {
  const stems = new Set(unit.read.asked.map(({ word }) => stem(word)));
  return ({ item }) => {
    let sum = 0;
    for (const one of stems) {
      const documents = unit.index.items.filter((other) => other.stems.has(one)).length;
      if (item.stems.has(one))
        sum +=
          Math.log(1 + (unit.index.items.length - documents + 0.5) / (documents + 0.5)) /
          (0.5 + (0.5 * item.length) / unit.index.averageLength + 1);
    }
    return sum;
  };
};

function creatorRow(profile: string, judged: readonly Judged[], open: readonly Judged[]): string {
  return countsRow(profile || 'all', judged, open, ({ unit }) => profile === '' || unit.asked.profile === profile);
}

function kindRow(kind: string, judged: readonly Judged[], open: readonly Judged[]): string {
  const isPlain = kind === 'in plain words';
  return countsRow(kind, judged, open, ({ unit }) => !/paraphrase|ramble/.test(unit.asked.kind) === isPlain);
}

function countsRow(
  name: string,
  judged: readonly Judged[],
  open: readonly Judged[],
  isOwn: (one: Judged) => boolean,
): string {
  const own = judged.filter(isOwn);
  const answered = open.filter(isOwn);
  const able = own.filter(({ unit }) => unit.isAnswerable).length;
  const right = answered.filter(({ isRight }) => isRight).length;
  return `| ${name} | ${own.length} | ${able} | ${right} (${percent(right, able)}) | ${answered.length - right} |`;
}

function floorRow(floor: number, judged: readonly Judged[], able: number): string {
  const open = judged.filter((one) => isOpen(one) && one.probability >= floor);
  const right = open.filter(({ isRight }) => isRight).length;
  return `| ${floor} | ${percent(right, able)} | ${percent(open.length - right, open.length)} |`;
}

function percent(part: number, of: number): string {
  return of === 0 ? '—' : `${((100 * part) / of).toFixed(1)} %`;
}
