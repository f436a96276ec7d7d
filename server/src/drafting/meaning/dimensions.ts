/** The number of values in the vector of a meaning. */
export const dimensions = 64;
