/** How a command line ends: done, a fault that the operator can act on, a mistyped command, interrupted. */
export const exitCodes = { done: 0, fault: 1, usage: 2, interrupted: 130 } as const;
