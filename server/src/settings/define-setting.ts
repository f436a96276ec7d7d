import type { Setting } from './setting.ts';

/** Creates a setting from its names, kind, default and description. */
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

/** Returns the same kind for a setting that may be omitted, so that its default may be null. */
export const optional = <T>(kind: {
  bound: string;
  read(value: unknown): T;
}): { bound: string; read(value: unknown): T | null } => kind;
