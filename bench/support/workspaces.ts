import type { Scope } from '../../server/src/domain/actor.ts';
import type { WorkspaceEntry } from '../../server/src/domain/workspace-document.ts';
import { createApiKey } from '../../server/src/lib/secrets.ts';
import type { Store } from '../../server/src/store/port.ts';
import type { DraftTarget } from './measure.ts';

const scopes: Scope[] = ['persona:read', 'replies:write', 'handoffs:write', 'usage:read'];
const batchSize = 500;

/** Limits that are too high for any measurement to reach. */
export const raisedPlans = JSON.stringify(
  Object.fromEntries(
    ['creator', 'studio', 'agency'].map((plan) => [
      plan,
      { requestsPerMinute: 1_000_000, monthlyReplies: 1_000_000_000 },
    ]),
  ),
);

/**
 * Creates `count` workspaces, each with a persona, a conversation of `messages` messages, and `keys` keys. Resolves to
 * a target for each key.
 */
export async function makeWorkspaces(
  store: Store,
  options: { count: number; keys: number; messages: number; prefix?: string },
): Promise<DraftTarget[]> {
  const targets: DraftTarget[] = [];
  for (let first = 0; first < options.count; first += batchSize) {
    const indexes = Array.from({ length: Math.min(batchSize, options.count - first) }, (_, offset) => first + offset);
    const entries = indexes.map((index) => benchWorkspace(`${options.prefix ?? 'ws'}_${index}`, options.messages));
    await store.importDocument({ workspaces: entries }, { forceState: false, dryRun: false });
    const made = await Promise.all(
      entries.flatMap(({ id }) => Array.from({ length: options.keys }, () => target(store, id))),
    );
    targets.push(...made);
  }
  return targets;
}

/** Adds messages to the first workspace's conversation, oldest first, in imports of at most 50,000. */
export async function addMessages(store: Store, workspaceId: string, from: number, to: number): Promise<void> {
  const chunk = 50_000;
  for (let first = from; first < to; first += chunk) {
    const entry = benchWorkspace(workspaceId, Math.min(chunk, to - first), first);
    await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
  }
}

async function target(store: Store, workspaceId: string): Promise<DraftTarget> {
  const { key, hash } = createApiKey();
  const keyId = `key_${hash.slice(0, 16)}`;
  await store.createKey({ keyId, keyHash: hash, workspaceId, name: 'bench', scopes, lifetimeMs: null });
  const body = {
    profileId: 'prof_one',
    conversationId: 'conv_one',
    message: 'hi! do you ship to Brazil, and how long does it take?',
  };
  return { key, body: JSON.stringify(body) };
}

/** Builds a workspace with one persona and one conversation of `messages` messages. */
export function benchWorkspace(id: string, messages: number, firstMessage = 0): WorkspaceEntry {
  return {
    id,
    name: `Workspace ${id}`,
    plan: 'agency',
    profiles: [
      {
        id: 'prof_one',
        displayName: 'Example Creator',
        persona: {
          about: 'Makes things.',
          languages: ['en'],
          voice: { emoji: 'sparing', maxLength: 400 },
          phrases: [{ id: 'ph_hi', use: 'greeting', text: 'Hey you!' }],
          facts: Array.from({ length: 20 }, (_, index) => ({
            id: `f_${index}`,
            topic: topics[index % topics.length],
            text: `${sentences[index % sentences.length]} (note ${index})`,
            aliases: ['what about it', 'tell me more'],
          })),
          offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38 and holds 350 ml.', price: '€38' }],
        },
      },
    ],
    conversations: [
      {
        id: 'conv_one',
        profileId: 'prof_one',
        channel: 'instagram',
        contact: { name: 'Maya', handle: '@maya' },
        messages: Array.from({ length: messages }, (_, index) => ({
          id: `m_${firstMessage + index}`,
          direction: index % 2 === 0 ? ('inbound' as const) : ('outbound' as const),
          body: `An earlier message, number ${firstMessage + index}, about mugs and bowls and when they are fired.`,
          sentAt: new Date(Date.UTC(2025, 0, 1) + (firstMessage + index) * 1_000).toISOString(),
        })),
      },
    ],
  };
}

const topics = ['shipping', 'materials', 'care', 'opening hours', 'lessons'];
const sentences = [
  'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
  'Everything is stoneware, fired twice.',
  'All mugs are dishwasher safe.',
  'The studio is open from Tuesday to Saturday.',
  'Lessons take two hours and include the clay.',
];
