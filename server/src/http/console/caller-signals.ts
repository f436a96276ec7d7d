import type { ServerResponse } from 'node:http';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';

export interface CallerSignals {
  /**
   * Returns a signal that is aborted when the caller disconnects or the service stops. Its reason is the refusal that
   * ends the call.
   */
  signalOf(response: ServerResponse): AbortSignal;
  stop(): void;
}

/** Creates the signals that abort waiting or long-running work when its caller disconnects or the service stops. */
export function createCallerSignals(): CallerSignals {
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
        if (!response.writableFinished) end(call, errorCatalogue.service_unavailable.cases.callerGone);
      });
      if (isStopped) end(call, errorCatalogue.service_unavailable.cases.stopping);
      return call.signal;
    },
    stop() {
      isStopped = true;
      for (const call of open) end(call, errorCatalogue.service_unavailable.cases.stopping);
    },
  };
}
