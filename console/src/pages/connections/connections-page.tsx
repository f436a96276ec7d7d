import { useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { NewConnectionDialog } from './new-connection-dialog.tsx';

/**
 * How often the connections are reloaded, in milliseconds. The page then shows a connection's first event without a
 * manual reload.
 */
const everyMs = 3_000;

/** Lists the connections with their states, and lets the owner add a connection. */
export function ConnectionsPage() {
  const { id: workspaceId, can } = useWorkspace();
  const [isAdding, setIsAdding] = useState(false);
  const query = useRead('listConnections', { workspaceId }, {}, { everyMs });
  const add = can('owner') && (
    <Button kind="primary" onClick={() => setIsAdding(true)}>
      <Icon name="plus" size={18} /> New connection
    </Button>
  );
  return (
    <Page
      title="Connections"
      about="A connection brings in messages, and each one gets a suggested reply. Understudy only receives. It never sends anything."
      actions={add}
    >
      <Loaded query={query}>
        {({ connections, kinds }) => (
          <>
            {connections.length === 0 ? (
              <Empty title="No connections yet">
                <p>Add one and follow its steps. This page tells you when the first message arrives.</p>
              </Empty>
            ) : (
              <div className="stack">
                {connections.map((connection) => (
                  <ConnectionCard key={connection.id} connection={connection} />
                ))}
              </div>
            )}
            {isAdding && <NewConnectionDialog kinds={kinds} onClose={() => setIsAdding(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
