import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../lib/errors.ts';

export interface EndingCalls {
  /** Aborted when its caller disconnects or the service stops, with the refusal that ends the call as the reason. */
  signalOf(response: ServerResponse): AbortSignal;
  stop(): void;
}

/** Aborts waiting or long-running work whose caller disconnected, or when the service stops. */
export function createEndingCalls(): EndingCalls {
  const open = new Set<AbortController>();
  let isStopped = false;

  function end(call: AbortController, message: string): void {
    call.abort(new ServiceError('service_unavailable', { message, retryAfterSeconds: 1 }));
  }

  return {
    signalOf(response) {
      const call = new AbortController();
      open.add(call);
      response.once('close', () => {
        open.delete(call);
        if (!response.writableFinished) end(call, 'The caller went away.');
      });
      if (isStopped) end(call, 'The service is stopping.');
      return call.signal;
    },
    stop() {
      isStopped = true;
      for (const call of open) end(call, 'The service is stopping.');
    },
  };
}
