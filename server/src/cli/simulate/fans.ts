/** One line of a simulated fan's messages to the demo. An edit replaces the message before it. */
export type Line = { readonly says: string } | { readonly edits: string } | { readonly sticker: true };

export const fanNames = [
  ...['Maya', 'Leo', 'Nina', 'Omar', 'Ines', 'Tom', 'Yuki', 'Sam', 'Lea', 'Marc', 'Zoe', 'Ravi'],
  ...['Clara', 'Ben', 'Amir', 'Julia', 'Noor', 'Pedro', 'Emma', 'Kofi', 'Sofia', 'Jan', 'Mei', 'Luca'],
] as const;

const says = (...texts: readonly string[]): Line[] => texts.map((text) => ({ says: text }));

/**
 * Bursts of messages, each from one person. The service can answer some of these messages in approved words. Only the
 * creator may answer the others.
 */
export const bursts: readonly (readonly Line[])[] = [
  says('hi Aurora!', 'do you ship to Brazil?', 'and how long does it take?'),
  says('How much is the Moon mug?'),
  says('hey', 'can the Tide bowl go into the dishwasher?'),
  [{ says: 'do you shp to Peru?' }, { edits: 'do you ship to Peru?' }],
  says('When is the next wheel class?', 'and how much is a place?'),
  says('Thank you so much for the parcel, it is beautiful!'),
  [{ says: 'just unpacked my mug' }, { sticker: true }],
  [{ sticker: true }],
  says('My plate arrived broken', 'I want my money back'),
  says('could you make it cheaper for me?', 'pleeease', 'just this once'),
  says('Are your glazes free of lead?'),
  says('where do you live? I could come by tonight'),
  [{ says: 'is there a gift crad?' }, { edits: 'is there a gift card?' }],
  says('I cannot go on like this. I do not want to live any more.'),
  says('Do you sell to shops?', 'we would need about 40 pieces'),
  says('when do new pieces come?'),
] as const;

/** The creator's own answers. */
export const ownAnswers = ['On it!', 'Let me check in the studio.', 'Yes, I will write to you tonight.'] as const;
