/** Emoji that no sentence is made worse by. */
export const harmlessEmoji = new Set([
  ...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍😊🙏😭😂👍💪🎉🥹🫶☺💓💞🤗😁😄🖤🌸🌟⭐👌😻🤣🥳👋🙂😀😃😅😆😇🌈☀🌻🌷🌹🌼🎶🎵🎨📸🍵☕🎂🎁🏆💐🤎😎🥲🤞✌🌙⚡🐱🐶🍀🎄🤓🙃😌🤔😢🧁🍪📦✈🌍🌎🌏🫡🥺😫🙈🙊🥲🤍💫🎸🎹🎤🎧🧶🪡🏺🖌🖼📚💌☕🌊🏔🍂🍁❄⛄',
]);

/** Emoji that alone say praise. */
export const warmEmoji = new Set([...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍🫶💓💞🤗😻🎉👍🌟⭐']);
