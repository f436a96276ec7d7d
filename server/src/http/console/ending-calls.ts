import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../lib/errors.ts';

export interface EndingCalls {
  /** Aborted, with the refusal that ends the call as its reason, once its caller hung up or the service stops. */
  signalOf(response: ServerResponse): AbortSignal;
  stop(): void;
}

/** Tells what waits or works for long that nobody waits for it any more. */
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
