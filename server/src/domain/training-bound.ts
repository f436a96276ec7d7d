/**
 * The maximum number of training phrases (aliases and near misses) in one profile, over all its items. The constant has
 * its own file because the stores need it. Otherwise, SQLite's write thread would load the whole schema library.
 */
export const maxTrainingPhrases = 20_000;
