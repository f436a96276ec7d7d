import type { TestCase } from '../../../../server/src/domain/console/insight-contract.ts';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { riskWords } from '../shared/words.ts';

type Case = ConsoleOutput<'listTestCases'>['testCases'][number];

/**
 * Lists the test cases, which are messages that every rehearsal drafts replies to, and lets the user try and remove
 * them.
 */
export function TestCaseList({ onLoad }: { readonly onLoad: (testCase: Case) => void }) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const query = useRead('listTestCases', { workspaceId });
  const remove = useAction('removeTestCase', {
    refreshes: ['listTestCases'],
    onDone: () => toast({ text: 'Removed' }),
  });
  return (
    <section className="stack">
      <h2>Test cases</h2>
      <Loaded query={query} lines={3}>
        {({ testCases }) =>
          testCases.length === 0 ? (
            <p className="muted">
              None yet. Try a message and save it. Each rehearsal then tells you if its result changes.
            </p>
          ) : (
            <Table
              caption="Test cases"
              rows={testCases}
              keyOf={({ id }) => id}
              columns={[
                { label: 'Name', cell: ({ name }) => <strong className="breaks">{name}</strong> },
                { label: 'Message', cell: ({ message }) => <span className="breaks">{message}</span> },
                { label: 'Should be', cell: (testCase) => <Expected testCase={testCase} /> },
                { label: 'By', cell: ({ createdBy }) => createdBy },
                {
                  label: '',
                  cell: (testCase) => (
                    <div className="row">
                      <Button isSmall aria-label={`Try ${testCase.name}`} onClick={() => onLoad(testCase)}>
                        Try
                      </Button>
                      {can('editor') && (
                        <Button
                          isSmall
                          kind="danger"
                          aria-label={`Remove ${testCase.name}`}
                          isBusy={remove.isPending && remove.variables.params.testCaseId === testCase.id}
                          onClick={() => remove.mutate({ params: { workspaceId, testCaseId: testCase.id }, input: {} })}
                        >
                          Remove
                        </Button>
                      )}
                    </div>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Expected({ testCase: { expected } }: { testCase: Pick<TestCase, 'expected'> }) {
  if (expected === null) return <span className="muted">anything</span>;
  const { name, tone } = riskWords[expected.riskLevel];
  return (
    <span className="row">
      <Badge tone={tone}>{name}</Badge>
      {expected.reply !== undefined && <span className="small muted">word for word</span>}
    </span>
  );
}
