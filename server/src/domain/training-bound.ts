/**
 * The maximum number of training phrases (aliases and near misses) of all items of one profile together. It has its own
 * file because the stores need it, and the write thread of SQLite would otherwise load the whole schema library.
 */
export const maxTrainingPhrases = 20_000;
