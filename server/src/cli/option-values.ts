import { InvalidArgumentError } from 'commander';
import type { Scope } from '../domain/actor.ts';
import { agentScopes, scopes } from '../domain/scopes.ts';
import { parseDuration } from '../lib/duration.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { printableName } from '../lib/printable.ts';

/**
 * Converts a duration such as `90d`, `24h` or `15m` to milliseconds.
 * @throws InvalidArgumentError for 0, or for text that is not a duration; all readers in this file throw this error
 */
export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms === 0) throw new InvalidArgumentError('Enter a duration such as 90d, 24h or 15m.');
  return ms;
}

/** Converts a duration as `duration` does, but also accepts 0. */
export function durationOrNone(text: string): number {
  return /^0[smhdw]?$/.test(text) ? 0 : duration(text);
}

/** Converts a timestamp such as `2026-11-21T12:00:00Z` to epoch milliseconds. */
export function instant(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError('Enter a timestamp such as 2026-11-21T12:00:00Z.');
  return at;
}

/** Returns a reader of whole numbers between two bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Enter a whole number from ${min} to ${max}.`);
  };
}

/**
 * Returns a reader of identifiers and names: 1 to `max` code points, without control characters and lone surrogates.
 */
export function shortText(max: number): (text: string) => string {
  return (text) => {
    const length = [...text].length;
    if (length < 1 || length > max)
      throw new InvalidArgumentError(`Enter 1 to ${max} characters; the value has ${length}.`);
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      throw new InvalidArgumentError('Remove control characters and lone surrogates.');
    return text;
  };
}

/** Reads scopes such as `persona:read,replies:write`. `all` stands for all scopes of agents. */
export function scopeList(text: string): readonly Scope[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === 'all') return agentScopes;
  const chosen = names.map((name) => {
    const scope = scopes.find((known) => known === name);
    if (scope !== undefined) return scope;
    const nearest = nearestName(name, scopes);
    const hint =
      nearest === null
        ? `The scopes are ${scopes.join(', ')}; "all" stands for the agents' scopes.`
        : `Did you mean ${nearest}?`;
    throw new InvalidArgumentError(`"${printableName(name)}" is not a scope. ${hint}`);
  });
  return scopes.filter((scope) => chosen.includes(scope));
}

/** Reads the address of a service. Returns the address without a trailing slash. */
export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isPlain || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new InvalidArgumentError('Enter an address such as http://127.0.0.1:3000.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Collects an option that may be given several times. */
export function gather(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

/** Collects repeated options of the form `name=value`. */
export function namedValue(
  text: string,
  before: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const [, name, value] = /^([A-Za-z]\w{0,59})=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Enter it as name=value.');
  return { ...before, [name]: value };
}
