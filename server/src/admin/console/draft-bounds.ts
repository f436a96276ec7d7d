/** How much of a conversation the console drafts with: as much as agents may send with a request. */
export const longestMessage = 800;
export const historyLength = 40;
