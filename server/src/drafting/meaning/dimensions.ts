/** The number of values in a meaning. */
export const dimensions = 64;
