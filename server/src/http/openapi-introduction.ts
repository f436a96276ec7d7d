/** The introduction of the description, before its endpoints. */
export const introduction = `Understudy reads one inbound message and drafts a reply within the voice, facts, offers and safety rules that the creator approved. It never sends anything.

**Requests are judged in this order**, and the first failure answers: path and method; the address's failed authentications; the Authorization header; the key; the browser origin; the workspace's plan; the key's requests per minute; the scope; content type, size and JSON; the Idempotency-Key; \`confirm\` of a handoff, then the fields; the idempotency record; profile and conversation; the monthly allowance.

**Retries**: repeat 429 \`rate_limited\`, 500 and 503 with capped exponential backoff and jitter, with the same Idempotency-Key for the same write. A repeated write returns the stored response with \`idempotency-replayed: true\`; responses are kept 24 hours unless the operator chose otherwise. Do not repeat other errors without changing the request. After \`idempotency_in_progress\`, wait for Retry-After.

**Limits**: 60, 180 or 600 requests a minute for each key (plans creator, studio, agency), in a sliding window; bodies of at most 32 KiB; lengths are counted in Unicode code points. There are no remaining-request headers.

Fields may be added to responses and codes to errors within version 1; nothing is renamed or removed.`;
