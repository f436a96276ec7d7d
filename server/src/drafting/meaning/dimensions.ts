/** How many numbers a meaning has. */
export const dimensions = 64;
