import type { FieldFault } from '../../domain/console/console-error.ts';

export type TextTask =
  | { readonly kind: 'read'; readonly text: string; readonly profileId: string }
  /** A persona as JSON, to be written as YAML. */
  | { readonly kind: 'write'; readonly json: string };

/** The result of a task: a persona as JSON, the text of a persona, or one of two errors. */
export type TextAnswer =
  | { readonly text: string }
  | { readonly message: string; readonly fields: readonly FieldFault[] }
  | { readonly message: string; readonly faults: readonly string[] };
