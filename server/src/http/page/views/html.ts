const markup = Symbol('markup');

/** A piece of HTML that may stand in a page as it is. Only this file makes one. */
export interface Html {
  readonly [markup]: string;
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

/**
 * A template whose values are escaped, for text and for attributes in double quotes. A value that is `html` itself stands
 * as it is, a list is joined, and nothing stands for false, null and undefined.
 *
 * A template library would bring a compiler, files in a syntax of its own, or JSX, which type stripping does not run. A tag of
 * JavaScript's own templates is typed, escapes by default, and can be read whole.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { [markup]: parts.map((part, index) => part + textOf(values[index])).join('') };
}

/** The attributes that have a value, each with a space before it. `''` stands for one without a value of its own. */
export function attributes(given: Readonly<Record<string, string | false | null>>): Html {
  const present = Object.entries(given).filter(([, value]) => value !== false && value !== null);
  return { [markup]: present.map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`).join('') };
}

/** What `html` made, as the text that is sent. */
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
