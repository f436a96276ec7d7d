/** The console drafts with as much of a conversation as agents may send with a request. */
export const longestMessage = 800;
export const historyLength = 40;
