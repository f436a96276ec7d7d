import { type Delivery, headerOf } from '../connector.ts';

const names = ['timestamp', 'token', 'signature'];

/**
 * Finds the three fields of Mailgun's signature without parsing the whole form, because anyone may send a form. Takes
 * time linear in the size of the body, at most a few milliseconds.
 */
export function mailgunFields(delivery: Delivery): Map<string, string> {
  const type = headerOf(delivery, 'content-type') ?? '';
  const text = Buffer.from(delivery.body).toString('latin1');
  const isUrlEncoded = /^application\/x-www-form-urlencoded\b/i.test(type);
  return new Map(
    names.flatMap((name) => {
      const value = isUrlEncoded ? inUrlEncoded(text, name) : inMultipart(text, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function inUrlEncoded(text: string, name: string): string | undefined {
  const [found] = new RegExp(`(?<![^&])${name}=[^&]{1,200}(?![^&])`).exec(text) ?? [];
  return found === undefined ? undefined : (new URLSearchParams(found).get(name) ?? undefined);
}

function inMultipart(text: string, name: string): string | undefined {
  const [, value] =
    new RegExp(`name="${name}"\\r\\n(?:[^\\r\\n]+\\r\\n){0,3}\\r\\n([^\\r\\n]{1,200})\\r\\n`).exec(text) ?? [];
  return value;
}
