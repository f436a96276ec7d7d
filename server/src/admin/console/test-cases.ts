import { ConsoleError } from '../../domain/console/console-error.ts';
import type { TestCase } from '../../domain/console/insight-contract.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { Outcome } from '../../domain/console/shapes.ts';
import { createId } from '../../lib/ids.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { TestCaseRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';

const mostCases = 500;

export type Expectation = NonNullable<TestCase['expected']>;

/** Creates the actions on test cases: messages to which every rehearsal drafts replies. */
export function createTestCaseVerbs({ store }: { store: Store }) {
  return {
    async list(workspaceId: string): Promise<ConsoleOutput<'listTestCases'>> {
      return { testCases: (await store.listTestCases({ workspaceId })).map(readTestCase) };
    },

    async save(workspaceId: string, input: ConsoleInput<'saveTestCase'>, by: SessionRecord): Promise<TestCase> {
      const { profileId, name, message, history = [], expected } = input;
      const saved = await store.saveTestCase({
        workspaceId,
        caseId: createId('case'),
        profileId,
        name: name.trim(),
        message,
        history: JSON.stringify(history),
        expected: expected === undefined ? null : JSON.stringify(expected),
        by: by.name,
        max: mostCases,
      });
      if (saved !== null) return readTestCase(saved);
      const cases = await store.listTestCases({ workspaceId });
      if (cases.length < mostCases) throw new ConsoleError('console_not_found');
      throw new ConsoleError('console_not_possible', {
        message: `A workspace can have at most ${mostCases} test cases. Remove one that you no longer need.`,
      });
    },

    async remove(workspaceId: string, caseId: string): Promise<void> {
      if (!(await store.removeTestCase({ workspaceId, caseId }))) throw new ConsoleError('console_not_found');
    },
  };
}

/** Returns a test case in the form that the console shows. */
export function readTestCase({ caseId, createdAt, by, history, expected, ...rest }: TestCaseRecord): TestCase {
  return {
    ...rest,
    id: caseId,
    history: JSON.parse(history),
    expected: expected === null ? null : JSON.parse(expected),
    createdAt: isoTime(createdAt),
    createdBy: by,
  };
}

/** Returns true if a draft has the expected risk level and, if one is expected, exactly the expected reply. */
export function meets(expected: Expectation, outcome: Outcome): boolean {
  if (expected.riskLevel !== outcome.riskLevel) return false;
  return expected.reply === undefined || expected.reply === outcome.reply;
}
