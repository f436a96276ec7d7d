import { isIP } from 'node:net';
import { parseSealingKey } from '../lib/sealing.ts';

/** The value of a setting is invalid. The message completes "PORT must be …; found …". */
export class SettingFault extends Error {}

/** One setting of the service: its names in the environment and the configuration file, and its valid values. */
export interface Setting<T = unknown> {
  /** The name in the environment. */
  readonly variable: string;
  /** The name in the configuration file. */
  readonly key: string;
  readonly description: string;
  /** Describes the valid values. It completes the sentence "PORT must be …". */
  readonly bound: string;
  /** The default, as documented. */
  readonly defaultText: string;
  /** If true, the value is never printed, and may also come from the file that `<variable>_FILE` names. */
  readonly isSecret: boolean;
  readonly fallback: T;
  /** Reads a variable's text or the value from the file. @throws SettingFault with the value that was found */
  readonly read: (value: unknown) => T;
}

/** Accepts a whole number between two bounds, as a number or as decimal digits. */
export function wholeNumber(min: number, max: number, unit = ''): Pick<Setting<number>, 'bound' | 'read'> {
  const bound = `a whole number from ${min} to ${max}${unit === '' ? '' : ` (${unit})`}`;
  return {
    bound,
    read(value) {
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < min || number > max)
        throw found(value);
      return number;
    },
  };
}

/** Accepts `true` or `false`. Also accepts the text `1` or `0`. */
export function yesOrNo(): Pick<Setting<boolean>, 'bound' | 'read'> {
  return {
    bound: 'true or false',
    read(value) {
      if (value === true || value === 'true' || value === '1') return true;
      if (value === false || value === 'false' || value === '0') return false;
      throw found(value);
    },
  };
}

/** Accepts one of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): Pick<Setting<T>, 'bound' | 'read'> {
  return {
    bound: `one of ${words.join(', ')}`,
    read(value) {
      const word = words.find((candidate) => candidate === value);
      if (word === undefined) throw found(value);
      return word;
    },
  };
}

/** Accepts text of 1 to `max` characters without control characters. */
export function shortText(max: number, what: string): Pick<Setting<string>, 'bound' | 'read'> {
  return {
    bound: `${what} of 1 to ${max} characters`,
    read(value) {
      if (typeof value !== 'string' || value.length === 0 || value.length > max || /\p{Cc}/u.test(value))
        throw found(value);
      return value;
    },
  };
}

/** Accepts a secret of `min` to `max` characters that is valid in an HTTP header. A fault never quotes the secret. */
export function secretText(max: number, min = 1): Pick<Setting<string>, 'bound' | 'read'> {
  return {
    bound: `printable ASCII of ${min} to ${max} characters without spaces`,
    read(value) {
      if (typeof value !== 'string' || value.length < min || value.length > max || !/^[!-~]+$/.test(value))
        throw foundSecret(value);
      return value;
    },
  };
}

/** Accepts an absolute URL with one of the given schemes. A fault never quotes a secret URL. */
export function urlOf(schemes: readonly string[], isSecret: boolean): Pick<Setting<string>, 'bound' | 'read'> {
  return {
    bound: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    read(value) {
      const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
      if (url === null || !schemes.includes(url.protocol.slice(0, -1)))
        throw isSecret ? foundSecret(value) : found(value);
      return String(value);
    },
  };
}

/** Accepts a service's address: a scheme, a host, and optionally a port and a path. Trailing slashes are removed. */
export function publicAddress(): Pick<Setting<string>, 'bound' | 'read'> {
  return {
    bound: 'an http:// or https:// address without user, query, or fragment, for example https://understudy.example',
    read(value) {
      const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
      const isPlain =
        url !== null && ['http:', 'https:'].includes(url.protocol) && url.search + url.hash + url.username === '';
      if (!isPlain) throw found(value);
      return url.href.replace(/\/+$/, '');
    },
  };
}

/** Accepts IP addresses and ranges (`10.0.0.0/8`), as an array or as text separated by commas. */
export function addressRanges(): Pick<Setting<readonly string[]>, 'bound' | 'read'> {
  return {
    bound: 'a list of IP addresses or ranges, for example 127.0.0.1,10.0.0.0/8',
    read(value) {
      const parts: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [null];
      const ranges = parts.map((part) => (typeof part === 'string' ? part.trim() : '')).filter((part) => part !== '');
      if (ranges.length < parts.length && typeof value !== 'string') throw found(value);
      const wrong = ranges.find((range) => !isAddressRange(range));
      if (wrong !== undefined) throw found(wrong);
      return ranges;
    },
  };
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Accepts keys of 32 bytes, as an array or as text separated by commas, spaces or line breaks. A fault never quotes the
 * keys.
 */
export function sealingKeys(): Pick<Setting<readonly Buffer[]>, 'bound' | 'read'> {
  return {
    bound: 'keys of 32 bytes in base64 or hexadecimal, separated by commas',
    read(value) {
      const parts: unknown[] =
        typeof value === 'string'
          ? value.split(/[\s,]+/).filter((part) => part !== '')
          : Array.isArray(value)
            ? value
            : [null];
      const keys = parts.map((part) => (typeof part === 'string' ? parseSealingKey(part) : null));
      const whole = keys.filter((key) => key !== null);
      if (whole.length === 0 || whole.length < keys.length) throw foundSecret(value);
      return whole;
    },
  };
}

/** Returns a fault that quotes the invalid value, shortened and on one line. */
export function found(value: unknown): SettingFault {
  if (value === null) return new SettingFault('nothing');
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? typeof value);
  return new SettingFault(text.length > 80 ? `${text.slice(0, 77)}…` : text);
}

function foundSecret(value: unknown): SettingFault {
  return new SettingFault(
    typeof value === 'string' ? 'something else (not shown, because it may contain a secret)' : typeof value,
  );
}
