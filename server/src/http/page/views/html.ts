const markup = Symbol('markup');

/** A piece of HTML that can be inserted unescaped. Only this file creates one. */
export interface Html {
  readonly [markup]: string;
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

/**
 * Builds HTML from a template whose values are escaped, for text and for attributes in double quotes. A value that is
 * `html` itself is inserted unchanged, a list is joined, and false, null and undefined insert nothing.
 *
 * A template library would bring a compiler, files in its own syntax, or JSX, which type stripping cannot run. A tagged
 * JavaScript template is typed, escapes by default, and is small enough to read in full.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { [markup]: parts.map((part, index) => part + textOf(values[index])).join('') };
}

/**
 * Renders attributes, each preceded by a space. Omits those that are false or null; `''` produces an attribute with an
 * empty value.
 */
export function attributes(given: Readonly<Record<string, string | false | null>>): Html {
  const present = Object.entries(given).filter(([, value]) => value !== false && value !== null);
  return { [markup]: present.map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`).join('') };
}

/** Returns the text of an `html` value, ready to send. */
export function textOf(value: Value): string {
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return markup in value ? value[markup] : value.map(textOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
