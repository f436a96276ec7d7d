import type { ReadingOrigin } from '../../src/drafting/model/reading-cache.ts';
import type { Reading } from '../../src/drafting/model/reading-form.ts';

export const reading: Reading = {
  intent: 'shipping',
  risk: 'safe',
  courtesy: 'none',
  parts: [{ start: 0, end: 4, items: ['f_ship'] }],
  topics: 0,
};

export function originOf(more: Partial<ReadingOrigin>): ReadingOrigin {
  return {
    workspaceId: 'ws_one',
    profileId: 'prof_aurora',
    revision: 'r1',
    conversationId: 'conv_one',
    model: 'stub',
    message: 'do you ship?',
    sentAt: [1],
    prompt: 'how to read',
    ...more,
  };
}
