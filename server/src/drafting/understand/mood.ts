/** Emoji that make no sentence worse. */
export const harmlessEmoji = new Set([
  ...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍😊🙏😭😂👍💪🎉🥹🫶☺💓💞🤗😁😄🖤🌸🌟⭐👌😻🤣🥳👋🙂😀😃😅😆😇🌈☀🌻🌷🌹🌼🎶🎵🎨📸🍵☕🎂🎁🏆💐🤎😎🥲🤞✌🌙⚡🐱🐶🍀🎄🤓🙃😌🤔😢🧁🍪📦✈🌍🌎🌏🫡🥺😫🙈🙊🥲🤍💫🎸🎹🎤🎧🧶🪡🏺🖌🖼📚💌☕🌊🏔🍂🍁❄⛄',
]);

/** Emoji that express praise by themselves. */
export const warmEmoji = new Set([...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍🫶💓💞🤗😻🎉👍🌟⭐']);
