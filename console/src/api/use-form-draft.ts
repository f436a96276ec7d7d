import { useState } from 'react';

const prefix = 'understudy:draft:';

export interface FormDraft<Values extends object> {
  readonly values: Values;
  /** True if any value differs from the form's initial state. */
  readonly isDirty: boolean;
  set(patch: Partial<Values>): void;
  /** Discards the input, and shows `initial` again. */
  clear(): void;
  /**
   * Removes the saved input from the tab's storage. The fields show the input until the returned function is called.
   * Call that function once `initial` contains the saved values. The function does nothing if the user has typed since.
   */
  saved(): () => void;
}

/**
 * Returns a form's input. Until the input is saved, the browser tab keeps it across reloads, ended sessions and
 * outages. Fields that the user has not changed follow `initial`.
 */
export function useFormDraft<Values extends object>(key: string, initial: Values): FormDraft<Values> {
  const [kept, setKept] = useState(() => ({ key, edits: read<Values>(key) }));
  const edits = kept.key === key ? kept.edits : read<Values>(key);

  return {
    values: { ...initial, ...edits },
    isDirty: Object.keys(edits).length > 0,
    set(patch) {
      setKept((before) => {
        const known = before.key === key ? before.edits : read<Values>(key);
        const next = { ...known, ...patch };
        keep(prefix + key, JSON.stringify(next));
        return { key, edits: next };
      });
    },
    clear() {
      sessionStorage.removeItem(prefix + key);
      setKept({ key, edits: {} });
    },
    saved() {
      sessionStorage.removeItem(prefix + key);
      return () => setKept((now) => (now.key === key && now.edits === edits ? { key, edits: {} } : now));
    },
  };
}

/** Returns true if a form's stored input passes a test. */
export function isKept<Values extends object>(key: string, test: (kept: Partial<Values>) => boolean): boolean {
  return test(read<Values>(key));
}

/** Discards the input of all forms, because a different person may use the browser next. */
export function forgetFormDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** Stores a form's input. Input that is too large for the tab's storage is kept only while the page is open. */
function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    sessionStorage.removeItem(key);
  }
}

function read<Values>(key: string): Partial<Values> {
  try {
    // `set` stored this text under the same key, for the same form.
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? '{}') as Partial<Values>;
  } catch {
    return {};
  }
}
