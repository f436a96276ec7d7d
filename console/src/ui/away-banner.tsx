import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';

/** Shows a banner while the service is unavailable. */
export function AwayBanner() {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return (
    <div className="away" role="status">
      {isLost && <p>The service is not responding. Your input is kept. Retrying every 2 seconds.</p>}
    </div>
  );
}
