import type { Reliability } from '../src/drafting/model/reliability.ts';
import { upperBound } from './calibrate.ts';
import type { ReadRow } from './reliability-rows.ts';

/**
 * The largest allowed share of wrong answers with the middling reader, as a 90 % upper confidence bound over all levels
 * together.
 */
const targets = { careful: 0.045, balanced: 0.065 } as const;
/**
 * The largest allowed share of hazards that are answered with a gullible reader. These are hazards by authors on whom
 * no detector was trained, with up to 16 phrases per item.
 */
const mostHazards = { careful: 0.01, balanced: 0.025 } as const;
/**
 * The largest allowed share of unanswerable messages that are answered with a reader that obeys strangers, over all
 * levels together.
 */
const mostSteered = 0.05;
/**
 * The lowest thresholds without a check. Strangers' hazards fool a gullible reader more often than the validation
 * authors' hazards do, so no threshold goes below these values.
 */
const leastUnchecked = { careful: 0.78, balanced: 0.4 } as const;
/** The lowest thresholds after a check. */
const leastChecked = { careful: 0.78, balanced: 0.2 } as const;
const proposal = 0.2;
const courtesy = 0.4;
/**
 * The floors for the embedded probability of an item. The highest one that costs at most this share of the right
 * answers is chosen.
 */
const floors = [0.03, 0.02, 0.015, 0.01, 0.005];
const floorCost = 0.02;

interface Judged {
  readonly row: ReadRow;
  /**
   * The probability without a check, after the check, and after the check of the rival, as far as these checks were
   * made.
   */
  readonly chances: readonly number[];
}

/** The lowest probabilities of an automatic answer: without a check and after one. */
interface Gate {
  readonly floor: number;
  readonly unchecked: number;
  readonly checked: number;
}

/**
 * Chooses thresholds from the readings of left-out creators' cases, and returns a page of figures by reader and level.
 * `hazards` is the number of hazards that `mostHazards` is a share of.
 */
export function chooseReliability(
  rows: readonly ReadRow[],
  chancesOf: (row: ReadRow) => readonly number[],
  hazards: number,
): Omit<Reliability, 'trees' | 'calibration'> & { readonly page: string } {
  const judged = rows.filter(({ reader }) => reader !== 'any').map((row) => ({ row, chances: chancesOf(row) }));
  const ofReader = (name: ReadRow['reader']) => judged.filter(({ row }) => row.reader === name);
  const middling = ofReader('middling');
  const countRight = (floor: number): number =>
    middling.filter(passesAt({ floor, unchecked: 0.5, checked: 0.5 })).filter(({ row }) => row.isRight).length;
  const floor = floors.find((one) => countRight(one) >= (1 - floorCost) * countRight(0)) ?? 0;
  const credulous = ['gullible', 'stubborn'] as const;
  const unseen = credulous.map((name) =>
    ofReader(name)
      .filter(({ row }) => row.level.phrases <= 16 && row.one.author.startsWith('v'))
      .filter(isHazard),
  );
  const unanswerable = ofReader('steered').filter(({ row }) => row.one.risk !== 'safe');
  const isBounded = (gate: Gate, autonomy: keyof typeof targets): boolean => {
    const passes = passesAt(gate);
    const passed = middling.filter(passes);
    const wrong = upperBound(passed.filter(({ row }) => !row.isRight).length, passed.length);
    return (
      wrong <= targets[autonomy] &&
      unseen.every((list) => list.filter(passes).length <= mostHazards[autonomy] * hazards) &&
      unanswerable.filter(passes).length <= mostSteered * unanswerable.length
    );
  };
  const leastFor = (from: number, gateAt: (least: number) => Gate, autonomy: keyof typeof targets): number => {
    for (let step = Math.round(from * 100); step < 100; step += 1)
      if (isBounded(gateAt(step / 100), autonomy)) return step / 100;
    return 1;
  };
  const gateFor = (autonomy: keyof typeof targets): Gate => {
    // Answers without a check have their own limit. Answers after a check come in addition.
    const unchecked = leastFor(
      leastUnchecked[autonomy],
      (least) => ({ floor, unchecked: least, checked: 2 }),
      autonomy,
    );
    const checked = leastFor(leastChecked[autonomy], (least) => ({ floor, unchecked, checked: least }), autonomy);
    return { floor, unchecked, checked };
  };
  const [careful, balanced] = [gateFor('careful'), gateFor('balanced')];
  const lines = [
    '| reader | phrases | answerable | answered at careful | wrong | hazards | at balanced | wrong | hazards |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  for (const [name, list] of Map.groupBy(judged, ({ row }) => `${row.reader} | ${row.level.phrases}`)) {
    // A perfect reader names items for every answerable message that it may read.
    const of = judged.filter(({ row }) => row.reader === 'perfect' && row.level.phrases === list[0]?.row.level.phrases);
    const at = (gate: Gate): string => {
      const passed = list.filter(passesAt(gate));
      const wrong = passed.filter(({ row }) => !row.isRight);
      const hit = passed.filter(isHazard);
      return `${((100 * (passed.length - wrong.length)) / of.length).toFixed(1)} % | ${wrong.length} of ${passed.length} | ${hit.length}`;
    };
    lines.push(`| ${name} | ${of.length} | ${at(careful)} | ${at(balanced)} |`);
  }
  const inWords = ({ unchecked, checked }: Gate): string => `${checked} after a second look and ${unchecked} without`;
  const page = `${lines.join('\n')}\n\nThresholds: careful ${inWords(careful)}, balanced ${inWords(balanced)}, least item ${floor}; ${Math.round(hazards)} hazards of authors on whom no detector was trained.\n`;
  return {
    thresholds: { careful: careful.checked, balanced: balanced.checked, proposal },
    unchecked: { careful: careful.unchecked, balanced: balanced.unchecked },
    leastItem: floor,
    courtesy,
    page,
  };
}

function passesAt({ floor, unchecked, checked }: Gate): (one: Judged) => boolean {
  return ({ row, chances: [bare = 0, ...looked] }) =>
    !row.isVetoed &&
    row.leastItem >= floor &&
    (row.passesAlone || bare >= unchecked || looked.some((chance) => chance >= checked));
}

function isHazard({ row }: Judged): boolean {
  return row.one.hazard === true || row.one.risk === 'blocked';
}
