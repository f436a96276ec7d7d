export interface Found {
  readonly start: number;
  readonly end: number;
  readonly what: string;
}

/**
 * The words of a reply as they must match an approved text: case and quote style aside, letter for letter, with signs that change
 * a meaning (currency, percent, @, decimal points inside a number) kept and emoji as words of their own.
 */
export function wordsOf(text: string): { readonly word: string; readonly start: number; readonly end: number }[] {
  return [
    ...text.matchAll(
      /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}]|['’.,:/@_-](?=[\p{L}\p{N}]))*|[€$£¥%@+#&]|\p{Extended_Pictographic}|\p{Cf}/gu,
    ),
  ]
    .filter((match) => match[0] !== '\u200d')
    .map((match) => ({
      word: match[0].toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end: match.index + match[0].length,
    }));
}

/** Every place where one of the phrases stands in the text, as whole words; a phrase without words is looked for as it is. */
export function sayings(text: string, phrases: readonly string[]): Found[] {
  if (phrases.length === 0) return [];
  const found: Found[] = [];
  const words = loose(text);
  for (const phrase of phrases) {
    const wanted = loose(phrase).map((entry) => entry.word);
    if (wanted.length === 0) {
      const at = phrase.trim() === '' ? -1 : text.indexOf(phrase.trim());
      if (at >= 0) found.push({ start: at, end: at + phrase.trim().length, what: phrase });
      continue;
    }
    for (let at = 0; at + wanted.length <= words.length; at++) {
      if (!wanted.every((word, offset) => isSame(words[at + offset]?.word ?? '', word))) continue;
      found.push({ start: words[at]?.start ?? 0, end: words[at + wanted.length - 1]?.end ?? 0, what: phrase });
    }
  }
  return found;
}

export function emojiIn(text: string): Found[] {
  return [
    ...text.matchAll(
      /\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})*|\p{Regional_Indicator}{2}/gu,
    ),
  ]
    .filter((match) => !/^[©®™]$/.test(match[0]))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, what: match[0] }));
}

function loose(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)].map((match) => ({
    word: match[0]
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\p{M}'’]/gu, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function isSame(said: string, banned: string): boolean {
  return said === banned || said === `${banned}s` || (banned.length > 4 && `${said}s` === banned);
}
