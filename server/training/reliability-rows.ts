import { replaceAnswerModel } from '../src/drafting/answer/answer-model.ts';
import { readClassifier } from '../src/drafting/answer/taught-classifier.ts';
import { teachingOf } from '../src/drafting/answer/teaching.ts';
import { trainClassifier } from '../src/drafting/answer/train-classifier.ts';
import { assess } from '../src/drafting/assess.ts';
import { embeddedFinding } from '../src/drafting/decide/finding.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { readMeaningFile } from '../src/drafting/meaning/meaning-file.ts';
import { replaceWordVectors } from '../src/drafting/meaning/word-meanings.ts';
import { type Check, unlooked } from '../src/drafting/model/check-form.ts';
import { itemLine, usableItems } from '../src/drafting/model/item-line.ts';
import { mayRead } from '../src/drafting/model/may-read.ts';
import { type ReadingEvidence, weighReading } from '../src/drafting/model/reading-evidence.ts';
import { type Reading, readReading } from '../src/drafting/model/reading-form.ts';
import { settle } from '../src/drafting/settle.ts';
import type { LabelledCase } from './read-cases.ts';
import { readTeaching, type TeachingLevel, taughtPersona } from './read-teaching.ts';
import type { EngineFold } from './reliability-folds.ts';
import { reliabilityLevels } from './reliability-levels.ts';
import { anyReader, type Noise, namedReaders, scriptedCheck, scriptedReading } from './scripted-readers.ts';

const readersOfAnyKind = 4;

/** A reading that names items and calls the message safe, with all evidence. */
export interface ReadRow {
  readonly fold: number;
  readonly level: TeachingLevel;
  readonly one: Pick<LabelledCase, 'risk' | 'hazard' | 'intent' | 'author'>;
  /** `any` is used for training; the named ones for choosing thresholds. */
  readonly reader: 'any' | keyof typeof namedReaders;
  /** True if the items are exactly right, and the message may be answered. */
  readonly isRight: boolean;
  readonly leastItem: number;
  /** True if the embedded evidence alone would accept the same items. */
  readonly passesAlone: boolean;
  /**
   * The evidence without a check, then with this reader's check of its items, and then, if that check answers `fully`,
   * with its check of their rival.
   */
  readonly looks: readonly Float64Array[];
  /** True if something other than the gate prevents an automatic answer. */
  readonly isVetoed: boolean;
}

/**
 * Reads each case at each level with four random readers and the named readers, using the engine of the part to which
 * the cases belong. Omits readings that do not name items or do not call the message safe.
 */
export async function readRows(
  cases: readonly LabelledCase[],
  fold: number,
  engine: EngineFold,
  tell: (line: string) => void,
): Promise<ReadRow[]> {
  replaceAnswerModel(engine.model);
  replaceWordVectors(readMeaningFile(engine.vectors));
  const rows: ReadRow[] = [];
  for (const [creator, own] of Map.groupBy(cases, ({ author, profile }) => `${author}/${profile}`)) {
    const [first] = own;
    if (first === undefined) continue;
    const teaching = readTeaching(first.author).get(first.profile) ?? new Map();
    const counts = [...teaching.values()].map(({ aliases }) => aliases.length);
    for (const level of reliabilityLevels({ phrases: Math.max(0, ...counts), nearMisses: 15 })) {
      const persona = taughtPersona(first.input.persona, teaching, level);
      const classifier = readClassifier(trainClassifier(teachingOf(persona)).bytes);
      for (const [at, one] of own.entries()) {
        const input = { ...one.input, persona, classifier };
        rows.push(...(await rowsOf(one, input, { fold, level }, createDice(at * 7 + fold * 1_000 + level.phrases))));
      }
    }
    tell(`readings: ${creator}, ${rows.length}`);
  }
  return rows;
}

async function rowsOf(
  one: LabelledCase,
  input: LabelledCase['input'],
  place: Pick<ReadRow, 'fold' | 'level'>,
  dice: ReturnType<typeof createDice>,
): Promise<ReadRow[]> {
  const assessment = await assess(input);
  if (!assessment.understanding.language.isUnderstood) return [];
  const alone = embeddedFinding(assessment.answer, assessment.courtesy);
  const own = settle(input, assessment, alone);
  if (!mayRead(input, assessment, own)) return [];
  const isVetoed = own.trace.reasons.some((reason) => !gateReasons.has(reason));
  const items = usableItems(input.persona, input.now).map((item) => ({ id: item.id, text: itemLine(item) }));
  const shown = { message: one.message, items: new Set(items.map(({ id }) => id)), phrases: new Set<string>() };
  const right = new Set(one.risk === 'safe' ? one.items.filter((id) => shown.items.has(id)) : []);
  const readers: (readonly [ReadRow['reader'], Noise])[] = [
    ...Array.from({ length: readersOfAnyKind }, () => ['any', anyReader(dice)] as const),
    ...names.map((name) => [name, namedReaders[name]] as const),
  ];
  const rows: ReadRow[] = [];
  for (const [reader, noise] of readers) {
    const reading = readReading(JSON.stringify(scriptedReading(one, items, noise, dice)), shown);
    if (reading === null || reading.risk !== 'safe' || reading.parts.length === 0) continue;
    if (reading.parts.some((part) => part.items.length === 0)) continue;
    const evidence = await weighReading(input, assessment, reading);
    const ids = evidence.chosen.map(({ item }) => item.id);
    rows.push({
      ...place,
      one: { risk: one.risk, hazard: one.hazard === true, intent: one.intent, author: one.author },
      reader,
      isRight: right.size > 0 && ids.length === right.size && ids.every((id) => right.has(id)),
      passesAlone: evidence.agrees && alone.probability >= alone.least.answer,
      leastItem: evidence.leastItem,
      isVetoed,
      looks: looksOf(evidence, reading.parts, (checked, isWhole) =>
        scriptedCheck(one, checked, isWhole, noise, dice, ids),
      ),
    });
  }
  return rows;
}

/** Returns the evidence after each question that the service would ask. */
function looksOf(
  evidence: ReadingEvidence,
  parts: Reading['parts'],
  checkOf: (checked: readonly string[], isWhole: boolean) => { readonly answers: Check },
): Float64Array[] {
  const [part] = parts;
  const bare = evidence.features(unlooked);
  if (part === undefined) return [bare];
  const isWhole = parts.length === 1;
  const check = checkOf(part.items, isWhole).answers;
  const looks = [bare, evidence.features({ check, rival: null })];
  if (check === 'fully' && evidence.rival !== null)
    looks.push(evidence.features({ check, rival: checkOf([evidence.rival], isWhole).answers }));
  return looks;
}

const names = ['perfect', 'middling', 'gullible', 'stubborn', 'steered'] as const;
const gateReasons = new Set(['no-item', 'unsure', 'fit', 'nothing', 'unread']);
