/**
 * How many training phrases (aliases and near misses) all items of one profile may have together. It has a file of its
 * own because the stores need it, and the write thread of SQLite would otherwise load the whole schema library.
 */
export const maxTrainingPhrases = 20_000;
