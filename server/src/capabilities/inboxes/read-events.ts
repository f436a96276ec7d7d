import { createHash } from 'node:crypto';
import { hasContent, type InboxEvent, isEventType } from '../../domain/inbox/event.ts';
import { eventSchemas } from '../../domain/inbox/event-schemas.ts';
import type { RefusedRow } from '../../domain/inbox/rows.ts';
import { createId } from '../../lib/ids.ts';
import { createValidator, type Fault } from '../../lib/validator.ts';

export const mostEvents = 100;

export type ReadEvent =
  | { readonly event: InboxEvent }
  /** `id` is null if the event has no valid one. */
  | { readonly event: null; readonly id: string | null; readonly faults: readonly Fault[] };

const validators = Object.fromEntries(
  Object.entries(eventSchemas).map(([type, schema]) => [
    type,
    createValidator(schema, { subject: 'the event', quotes: false, maxFaults: 5 }),
  ]),
);

/** Reads one event from a payload, with the schema for the event's type. */
export function readEvent(raw: unknown): ReadEvent {
  const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
  const type = isObject && 'type' in raw ? raw.type : undefined;
  const validate = isEventType(type) ? validators[type] : undefined;
  const id = isObject && 'id' in raw ? validId(raw.id) : null;
  if (validate === undefined)
    return { event: null, id, faults: [{ path: 'type', message: 'type is not a known event type' }] };
  const result = validate(raw);
  if (!result.ok) return { event: null, id, faults: result.faults };
  // The schema of this type describes the event.
  const event = result.value as InboxEvent;
  if (hasContent(event)) return { event };
  return { event: null, id, faults: [{ path: 'body', message: 'body may be empty only if there are attachments' }] };
}

function validId(id: unknown): string | null {
  const fits =
    typeof id === 'string' && id.isWellFormed() && !id.includes('\0') && [...id].length >= 1 && [...id].length <= 120;
  return fits ? id : null;
}

/** Returns the data that is stored for an unreadable event: its hash, its size and the paths of its faults. */
export function refusalOf(
  bytes: Uint8Array | string,
  paths: readonly string[],
  payload: string | null,
): Omit<RefusedRow, 'at'> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  return { refusalId: createId('ref'), outcome: 'unreadable', hash, size, paths: [...paths], payload };
}
