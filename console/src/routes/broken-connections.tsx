import { Link } from 'wouter';
import { useWorkspace } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { Note } from '../ui/badge.tsx';

/** How often the connections are reloaded, in milliseconds, so that every page reports a broken one. */
const everyMs = 60_000;

/** Lists the connections that no messages arrive through, with the reasons. Renders nothing if all connections work. */
export function BrokenConnections() {
  const { id: workspaceId, can } = useWorkspace();
  const { data } = useRead('listConnections', { workspaceId }, {}, { everyMs, isWanted: can('reviewer') });
  const broken = (data?.connections ?? []).filter(({ state, health }) => state !== 'removed' && health.tone === 'stop');
  if (broken.length === 0) return null;
  return (
    <Note tone="stop" isAlert>
      <ul className="stack-tight">
        {broken.map(({ id, name, health }) => (
          <li key={id}>
            <strong className="breaks">{name}</strong>: {health.text}
          </li>
        ))}
      </ul>
      <p>
        <Link href={`/w/${encodeURIComponent(workspaceId)}/connections`}>Go to Connections</Link>
      </p>
    </Note>
  );
}
