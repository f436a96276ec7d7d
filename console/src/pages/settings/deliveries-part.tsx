import { Link } from 'wouter';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { intentName } from '../shared/words.ts';

type Delivery = ConsoleOutput<'listDeliveries'>['deliveries'][number];

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  queued: 'neutral',
  delivering: 'info',
  delivered: 'good',
  failed: 'stop',
};

export function DeliveriesPart() {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const query = useRead('listDeliveries', { workspaceId });
  const retry = useAction('retryDelivery', {
    refreshes: ['listDeliveries'],
    mayRepeat: true,
    onDone: () => toast({ text: 'Retrying now.' }),
  });
  return (
    <Loaded query={query}>
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <Empty title="No notifications yet">
            <p>Each time a conversation needs you, one notification goes out. This list shows whether it arrived.</p>
          </Empty>
        ) : (
          <Table
            caption="Notifications, newest first"
            rows={deliveries}
            keyOf={({ id }) => id}
            columns={[
              { label: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
              {
                label: 'About',
                cell: ({ conversationId, verdict }) => (
                  <Link
                    href={`/w/${encodeURIComponent(workspaceId)}/inbox/waiting/${encodeURIComponent(conversationId)}`}
                  >
                    {intentName(verdict.intent)}, {verdict.urgency}
                  </Link>
                ),
              },
              { label: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
              { label: 'Channels', cell: (delivery) => <Channels delivery={delivery} /> },
              {
                label: '',
                cell: (delivery) =>
                  delivery.state === 'failed' && (
                    <Button
                      isSmall
                      isBusy={retry.isPending && retry.variables.params.deliveryId === delivery.id}
                      onClick={() => retry.mutate({ params: { workspaceId, deliveryId: delivery.id }, input: {} })}
                    >
                      Try again
                    </Button>
                  ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}

function Channels({ delivery: { channels, nextAttemptAt } }: { delivery: Delivery }) {
  return (
    <ul className="stack-tight">
      {channels.map(({ channel, deliveredAt, attempts, lastError }) => (
        <li key={channel} className="breaks">
          {channel}: {deliveredAt === null ? `${attempts} attempts` : 'delivered'}
          {deliveredAt === null && lastError !== null && <span className="muted"> ({lastError})</span>}
        </li>
      ))}
      {nextAttemptAt !== null && (
        <li className="small muted">
          next attempt <When at={nextAttemptAt} />
        </li>
      )}
    </ul>
  );
}
