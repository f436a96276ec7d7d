/** Emoji that no sentence is made worse by. */
export const harmlessEmoji = new Set([
  ...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍😊🙏😭😂👍💪🎉🥹🫶☺💓💞🤗😁😄🖤🌸🌟⭐👌😻🤣🥳👋🙂😀😃😅😆😇🌈☀🌻🌷🌹🌼🎶🎵🎨📸🍵☕🎂🎁🏆💐🤎😎🥲🤞✌🌙⚡🐱🐶🍀🎄🤓🙃😌🤔😢🧁🍪📦✈🌍🌎🌏🫡🥺😫🙈🙊🥲🤍💫🎸🎹🎤🎧🧶🪡🏺🖌🖼📚💌☕🌊🏔🍂🍁❄⛄',
]);

/** Emoji, flags and pictures among the letters, as far as anybody reads a meaning into them. */
const signs = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{So}\p{Co}]/gu;
const typographic = new Set([...'©®™°№℗']);

/** Every such sign of a text. */
export function signsIn(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII, too
  return /^[\x00-\x7f]*$/.test(text) ? [] : [...text.matchAll(signs)].map(([sign]) => sign);
}

/** True when a text holds a sign that could make its words worse: neither harmless nor one of the creator's `own`. */
export function hasStrangeSign(text: string, own: ReadonlySet<string>): boolean {
  return signsIn(text).some((sign) => !harmlessEmoji.has(sign) && !typographic.has(sign) && !own.has(sign));
}

/** Emoji that alone say praise. */
export const warmEmoji = new Set([...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍🫶💓💞🤗😻🎉👍🌟⭐']);
