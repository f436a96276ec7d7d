import type { Setting } from './setting.ts';

/** Defines a setting of a given kind. */
export const define = <T>(
  variable: string,
  key: string,
  kind: { bound: string; read(value: unknown): T },
  fallback: T,
  description: string,
  more: { isSecret?: boolean; defaultText?: string } = {},
): Setting<T> => ({
  variable,
  key,
  ...kind,
  fallback,
  description,
  defaultText: more.defaultText ?? (fallback === null ? 'none' : String(fallback)),
  isSecret: more.isSecret ?? false,
});

/** Allows a setting of this kind to be omitted. Its fallback may then be null. */
export const optional = <T>(kind: {
  bound: string;
  read(value: unknown): T;
}): { bound: string; read(value: unknown): T | null } => kind;
