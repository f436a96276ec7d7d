/** Emoji that express praise by themselves. */
export const warmEmoji = new Set([...'❤😍🔥👏🥰💕💖🙌🤩✨💯💗💛💚💙💜🧡🤍🫶💓💞🤗😻🎉👍🌟⭐']);
