import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';

/** Says that the service is away, for as long as it is. */
export function AwayBanner() {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return (
    <div className="away" role="status">
      {isLost && <p>The service does not answer. What you typed is kept; it is asked again every 2 seconds.</p>}
    </div>
  );
}
