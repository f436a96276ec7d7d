export interface TrainingStep {
  readonly name: string;
  /** The program, relative to this folder. */
  readonly file: string;
  readonly about: string;
  /** False if the step runs only when it is named. */
  readonly isUsual: boolean;
}

/** The steps of the training, in their order: each step uses the files that the steps before it write. */
export const trainingSteps: readonly TrainingStep[] = [
  step('meaning', 'train-meaning.ts', 'the vectors of words', false),
  step('rarity', 'count-words.ts', 'the rarity of words'),
  step('understanding', 'train.ts', 'intents, hazards, and acts'),
  step('courtesy', 'train-courtesy.ts', 'greetings and thanks that ask nothing'),
  step('answer', 'train-answer.ts', 'the items that answer a message, and the gate'),
  step('reliability', 'train-reliability.ts', "how far to trust a language model's reading", false),
  step('confidence', 'calibrate-confidence.ts', 'how likely a decision is to be right'),
  step('demo', '../demo/train-classifiers.ts', 'the classifiers that ship with the demo'),
];

/** The steps to run, and the arguments that each of them gets. */
export interface TrainingPlan {
  readonly steps: readonly TrainingStep[];
  readonly passed: readonly string[];
}

/**
 * Returns the steps that a command line names, in the order of training; the usual steps if it names none. Options are
 * passed on to the step.
 * @throws Error if a step is unknown, or if several steps would get an option other than `--check`
 */
export function planTraining(args: readonly string[]): TrainingPlan {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const named = firstOption < 0 ? args : args.slice(0, firstOption);
  const passed = firstOption < 0 ? [] : args.slice(firstOption);
  const known = trainingSteps.map(({ name }) => name);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a step of the training. Steps: ${known.join(', ')}.`);
  const steps = trainingSteps.filter(({ name, isUsual }) => (named.length === 0 ? isUsual : named.includes(name)));
  const own = passed.find((arg) => arg !== '--check');
  if (own !== undefined && steps.length > 1)
    throw new Error(`"${own}" is an option of a single step. Name the step first: npm run train -- STEP ${own}`);
  return { steps, passed };
}

function step(name: string, file: string, about: string, isUsual = true): TrainingStep {
  return { name, file, about, isUsual };
}
