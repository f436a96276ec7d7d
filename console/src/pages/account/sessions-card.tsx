import { useState } from 'react';
import { leave } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

/** Shows the user's sessions and the buttons that end them. */
export function SessionsCard() {
  const [isAsking, setIsAsking] = useState(false);
  const query = useRead('listSessions', {});
  const end = useAction('endSession', { refreshes: ['listSessions'] });
  const endAll = useAction('signOutEverywhere', {
    isOfForm: true,
    onDone: leave,
  });
  return (
    <section className="stack">
      <div className="row-between">
        <h2>Where you are signed in</h2>
        <Button kind="danger" onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      <Loaded query={query} lines={3}>
        {({ sessions }) => (
          <Table
            caption="Sessions"
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'Browser',
                cell: ({ browser, isCurrent }) => (
                  <span className="row">
                    {browser === '' ? 'Unknown' : browser}
                    {isCurrent && <Badge tone="good">this one</Badge>}
                  </span>
                ),
              },
              { label: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} /> },
              { label: 'Last seen', cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
              {
                label: '',
                cell: ({ id, isCurrent, browser }) =>
                  !isCurrent && (
                    <Button
                      isSmall
                      aria-label={`End the session of ${browser}`}
                      onClick={() => end.mutate({ params: { sessionId: id }, input: {} })}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          isBusy={endAll.isPending}
          error={endAll.error}
          onConfirm={() => endAll.mutate({ params: {}, input: {} })}
          onClose={() => setIsAsking(false)}
        >
          This ends every session of your account, including this one. Keys keep working.
        </ConfirmDialog>
      )}
    </section>
  );
}
