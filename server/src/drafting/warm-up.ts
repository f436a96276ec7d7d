import type { Persona } from '../domain/persona.ts';
import type { Engine } from './engine.ts';

/** An example creator, for drafts whose results are discarded. */
export const examplePersona: Persona = {
  about: 'Ceramic artist in Lisbon.',
  languages: ['en'],
  phrases: [
    { id: 'ph_hi', use: 'greeting', text: 'Hello!' },
    { id: 'ph_thanks', use: 'thanks', text: 'Thank you!' },
    { id: 'ph_hold', use: 'holding', text: 'I will answer this myself.' },
  ],
  facts: [
    {
      id: 'f_ship',
      topic: 'shipping',
      text: 'I ship worldwide from Lisbon every Tuesday.',
      aliases: ['do you post abroad'],
    },
    { id: 'f_care', topic: 'care', text: 'Every mug is dishwasher safe.' },
  ],
  offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38 and holds 350 ml.', price: '€38' }],
};
const messages = [
  'hi! do you ship to Brazil, and how much is the moon mug?',
  'omg thank you so much, you are the best!!',
  'my order has not come and I want my money back',
  'can i put it in the dishwahser',
];

/**
 * Drafts replies to a few messages and discards them, so that the files that an engine reads and compiles are loaded
 * before the first caller asks for a draft.
 */
export async function warmUp(engine: Engine): Promise<void> {
  for (const message of messages) {
    await engine.draft({
      message,
      history: [],
      displayName: 'Example Creator',
      persona: examplePersona,
      relationship: null,
      awaitsCreator: false,
      now: 0,
    });
  }
}
