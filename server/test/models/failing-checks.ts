import { obedient, readingOf, type StubRequest, type StubScript } from '../support/stub-model.ts';
import { bothItems, type Failing } from './failing-models.ts';

export const shippingItem = (request: StubRequest): object => readingOf(request, ['f_ship'], { intent: 'shipping' });

/**
 * Returns a script: a reading with which the embedded evidence disagrees, so that a check is requested, and then
 * `check`.
 */
const checked = (check: StubScript): readonly StubScript[] => [{ kind: 'answer', with: bothItems }, check];

/** Returns a script: a reading, a positive check of it, and then `check` for the likeliest other item. */
const rivalled = (check: StubScript): readonly StubScript[] => [
  { kind: 'answer', with: shippingItem },
  { kind: 'answer', with: obedient },
  check,
];

/** The ways in which a model fails in a check, after a valid reading. */
export const failingChecks: readonly Failing[] = [
  {
    name: 'reads in time, but never answers the check',
    script: checked({ kind: 'silent' }),
    outcome: 'timeout',
    calls: 2,
    isChecked: true,
  },
  {
    name: 'answers the check in another form',
    script: checked({ kind: 'text', text: '{"answers":"maybe","missing":""}' }),
    outcome: 'schema',
    calls: 2,
    isChecked: true,
  },
  {
    name: 'answers the first check, but never the second',
    script: rivalled({ kind: 'silent' }),
    outcome: 'timeout',
    calls: 3,
    isChecked: true,
    believes: 'rivals',
  },
  {
    name: 'answers the second check with a reading',
    script: rivalled({ kind: 'answer', with: bothItems }),
    outcome: 'schema',
    calls: 3,
    isChecked: true,
    believes: 'rivals',
  },
];
