/**
 * A thread that gathers the evidence for a part of the creators, with word vectors and an understanding model that
 * never saw these creators.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeModel, encodeModel } from '../src/drafting/learned/model-file.ts';
import { createUnderstandingModel, replaceUnderstandingModel } from '../src/drafting/learned/understanding-model.ts';
import { encodeMeaningFile, readMeaningFile } from '../src/drafting/meaning/meaning-file.ts';
import { replaceWordVectors } from '../src/drafting/meaning/word-meanings.ts';
import { type AnswerCase, answerCases, type Level } from './answer-rows.ts';
import { fitMeaning } from './fit-meaning.ts';
import { fitUnderstanding } from './fit-understanding.ts';
import { inThreads } from './in-threads.ts';
import { commonThemes, creatorThemes } from './meaning-texts.ts';
import { creatorOf, readCases } from './read-cases.ts';

/** The number of parts that the creators are split into. */
export const folds = 4;

interface FoldInput {
  readonly fold: number;
}

/** Returns the part of each training and validation creator, by `author/profile`. */
export function foldsOfCreators(): ReadonlyMap<string, number> {
  const creators = new Set(allCases().map(creatorOf));
  return new Map([...creators].map((creator, at) => [creator, at % folds]));
}

/** Gathers the evidence for all cases of all training and validation creators. */
export async function gatherEvidence(): Promise<AnswerCase[]> {
  const inputs = Array.from({ length: folds }, (_, fold) => (): FoldInput => ({ fold }));
  return (await inThreads<FoldInput, AnswerCase[]>(new URL(import.meta.url), inputs)).flat();
}

async function evidenceOfFold({ fold }: FoldInput): Promise<AnswerCase[]> {
  const tell = (line: string): void => void process.stderr.write(`  part ${fold + 1} of ${folds}: ${line}\n`);
  const [cases, foldOf] = [allCases(), foldsOfCreators()];
  const isOwn = (creator: string | null): boolean => foldOf.get(creator ?? '') === fold;
  tell('meanings without it');
  const { keys, rows, unknown } = fitMeaning([
    ...creatorThemes(cases).filter(({ creator }) => !isOwn(creator)),
    ...commonThemes(),
  ]);
  replaceWordVectors(readMeaningFile(encodeMeaningFile(keys, rows, unknown)));
  tell('understanding without it');
  const fitted = fitUnderstanding(() => {}, undefined, isOwn);
  const file = decodeModel(encodeModel(fitted.model, {}));
  replaceUnderstandingModel(createUnderstandingModel(file.model, fitted.notes));
  let creator = 0;
  const levels = (most: { phrases: number; nearMisses: number }): Level[] => levelsOf(most, creator++);
  return answerCases(
    cases.filter((one) => isOwn(creatorOf(one))),
    levels,
    (name) => tell(`evidence: ${name}`),
  );
}

/**
 * Returns the levels at which a creator is evaluated. Some creators are also evaluated at intermediate levels or
 * without a classifier, as between an import and the end of its training.
 */
function levelsOf(most: { phrases: number; nearMisses: number }, creator: number): Level[] {
  const levels: Level[] = [{ phrases: 0, nearMisses: 0 }];
  if (creator % 4 === 0) levels.push(null);
  if (most.phrases >= 16) levels.push({ phrases: 16, nearMisses: 0 });
  if (most.phrases >= 16 && creator % 3 === 1) levels.push({ phrases: 4, nearMisses: 0 });
  if (most.phrases >= 60 && creator % 3 === 2) levels.push({ phrases: 36, nearMisses: 0 });
  if (most.phrases >= 60) levels.push({ phrases: 60, nearMisses: 15 });
  return levels;
}

function allCases() {
  return [...readCases('train'), ...readCases('validation')];
}

if (parentPort !== null) parentPort.postMessage(await evidenceOfFold(workerData as FoldInput)); // started by gatherEvidence
