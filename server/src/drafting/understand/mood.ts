/** Emoji that cannot make the meaning of a sentence worse. */
export const harmlessEmoji = new Set([
  ...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍😊🙏😭😂👍💪🎉🥹🫶☺💓💞🤗😁😄🖤🌸🌟⭐👌😻🤣🥳👋🙂😀😃😅😆😇🌈☀🌻🌷🌹🌼🎶🎵🎨📸🍵☕🎂🎁🏆💐🤎😎🥲🤞✌🌙⚡🐱🐶🍀🎄🤓🙃😌🤔😢🧁🍪📦✈🌍🌎🌏🫡🥺😫🙈🙊🥲🤍💫🎸🎹🎤🎧🧶🪡🏺🖌🖼📚💌☕🌊🏔🍂🍁❄⛄',
]);

/** Emoji that express praise by themselves. */
export const warmEmoji = new Set([...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍🫶💓💞🤗😻🎉👍🌟⭐']);
