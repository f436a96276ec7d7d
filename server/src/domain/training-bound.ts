/**
 * The maximum number of training phrases (aliases and near misses) in one profile, over all its items. It has its own
 * file because the stores need it, and SQLite's write thread would otherwise load the whole schema library.
 */
export const maxTrainingPhrases = 20_000;
