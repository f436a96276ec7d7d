/** The console's bounds on a draft's message and history, which are the same as for agents' requests. */
export const longestMessage = 800;
export const historyLength = 40;
