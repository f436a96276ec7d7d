/** The patterns of one intent by weight: 3 and more say it clearly, 2 leans that way, 1 is a hint, below 0 speaks against it. */
export type IntentRules = Readonly<Record<string, readonly string[]>>;
