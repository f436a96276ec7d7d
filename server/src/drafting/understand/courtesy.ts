import type { Wording } from '../learned/features.ts';
import { featureWords, wordingOf } from '../learned/features.ts';
import { createScorer, type Scores } from '../learned/linear-model.ts';
import { readModelFile } from '../learned/model-file.ts';
import { sigmoid, softmax } from '../learned/probabilities.ts';
import { packed, sumOfTrees, type Trees } from '../learned/trees.ts';
import type { Understanding } from './understand.ts';

/**
 * The probability that a message is only a greeting, thanks or praise. A friendly line (a greeting or thanks) is then
 * enough as a reply.
 */
export interface Courtesy {
  readonly kind: 'greeting' | 'thanks' | 'none';
  /** The probability, 0 to 1, that a friendly line is enough. */
  readonly probability: number;
  /** The lowest probability at which the line may be automatic. */
  readonly threshold: number;
}

interface CourtesyNotes {
  /** Converts the margins of the words into probabilities. */
  readonly temperature: number;
  /** The log-odds that a message is a courtesy. */
  readonly trees: Trees;
  /** The slope and the offset that convert the log-odds into a probability. */
  readonly calibration: readonly [number, number];
  readonly threshold: number;
}

/** The heads of the courtesy model. */
export const courtesyHeads: readonly string[] = ['greeting', 'thanks', 'other'];

let loaded: { readonly score: (text: Wording) => Scores; readonly notes: CourtesyNotes } | undefined;

/**
 * Returns the courtesy of an understood message: the kind of friendly line, and the probability that this line is
 * enough.
 */
export function courtesyOf(understanding: Understanding): Courtesy {
  if (loaded === undefined) {
    const { model, notes } = readModelFile(new URL('courtesy.model', import.meta.url), courtesyHeads);
    const stored = notes as unknown as CourtesyNotes; // written by the trainer
    loaded = { score: createScorer(model), notes: { ...stored, trees: packed(stored.trees) } };
  }
  const { score, notes } = loaded;
  const { evidence, margins } = courtesyEvidence(understanding, score);
  const probability = courtesyChance(evidence, sumOfTrees(notes.trees, evidence), notes.calibration);
  const [greets = 0, thanks = 0] = softmax(margins, notes.temperature);
  const isGreeting =
    greets + chanceOfIntent(understanding, 'greeting') > thanks + chanceOfIntent(understanding, 'praise');
  const kind = probability < leastCourtesy ? 'none' : isGreeting ? 'greeting' : 'thanks';
  return { kind, probability, threshold: notes.threshold };
}

const leastCourtesy = 0.1;
/** The highest probability of a courtesy whose words are clearly more like another kind of message. */
const contested = 0.5;
/**
 * The lowest lead of the words at which they are not clearly more like another kind of message. At 0, "thank you so
 * much!" would be contested, because it also occurs in farewells.
 */
const leastLeadOfWords = -0.3;
/** The lengths of the stretches, in words, that are searched for a complaint among kind words. */
const stretches = [4, 7];

/**
 * Returns the evidence for a courtesy, in the order in which the trees read it, and the margins of greeting, thanks and
 * other for the whole message. `score` is the scorer of the courtesy model, which sees only the words of the message.
 */
export function courtesyEvidence(
  understanding: Understanding,
  score: (text: Wording) => Scores,
): { readonly evidence: Float64Array; readonly margins: Float64Array } {
  const { clauses, danger, whole, tokens } = understanding;
  const scores = score(wordingOf(featureWords(tokens)));
  const margins = scores.margins();
  const room = new Float64Array(margins.length);
  const leadOf = (from: number, to: number): number => lead(scores.margins(from, to, room));
  const leastLead = (size: number): number => {
    let least = lead(margins);
    for (let from = 0; from + size <= scores.words; from++) least = Math.min(least, leadOf(from, from + size));
    return least;
  };
  const feedback = chanceOfIntent(understanding, 'feedback');
  const evidence = Float64Array.of(
    lead(margins),
    Math.min(lead(margins), ...clauses.map(({ from, to }) => leadOf(from, to))),
    ...stretches.map(leastLead),
    chanceOfIntent(understanding, 'greeting') + chanceOfIntent(understanding, 'praise'),
    feedback,
    feedback + chanceOfIntent(understanding, 'complaint') + chanceOfIntent(understanding, 'refund'),
    clauses.some(({ isAsked }) => isAsked) ? 1 : 0,
    clauses.some(({ act }) => act === 'request' || act === 'demand') ? 1 : 0,
    danger,
    whole.owner,
    scores.words,
  );
  return { evidence, margins };
}

/**
 * Returns the probability of a courtesy from the log-odds of the trees. If the words alone are clearly more like another
 * kind of message, a friendly line may be proposed, but is never automatic. Only its words reveal that a kind message
 * has a second meaning, and this rule costs almost no courtesies.
 */
export function courtesyChance(
  evidence: Readonly<Float64Array>,
  logOdds: number,
  [slope, offset]: CourtesyNotes['calibration'],
): number {
  const chance = sigmoid(slope * logOdds + offset);
  return (evidence[0] ?? 0) < leastLeadOfWords ? Math.min(contested, chance) : chance;
}

/** Returns how much more a stretch is like a greeting or thanks than like anything else. */
function lead([greeting = 0, thanks = 0, other = 0]: Readonly<Float64Array>): number {
  return Math.max(greeting, thanks) - other;
}

function chanceOfIntent({ whole }: Understanding, name: string): number {
  return whole.intents.find(({ intent }) => intent === name)?.score ?? 0;
}
