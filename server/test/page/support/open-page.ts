import { randomUUID } from 'node:crypto';
import type { PageDocument } from '../../../src/domain/page/page-document.ts';
import type { Persona } from '../../../src/domain/persona.ts';
import { createSealer } from '../../../src/lib/sealing.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { taughtAtOnce } from '../../support/taught-at-once.ts';
import { sampleWorkspace, startWorld, type World, type WorldOptions } from '../../support/world.ts';

/** Returns the sample creator with some items that may be on the Page, and others only for messages. */
export function pagePersona(): Persona {
  const [profile] = sampleWorkspace('any').profiles ?? [];
  const { facts = [], offers = [], phrases = [], ...rest } = profile?.persona ?? {};
  return {
    ...rest,
    phrases: [
      ...phrases,
      { id: 'ph_bot', use: 'disclosure', text: 'An assistant helps me answer; I read everything.', onPage: true },
    ],
    facts: [
      ...facts.map((fact) => ({ ...fact, onPage: true })),
      {
        id: 'f_code',
        topic: 'discount',
        text: 'My code for members is LUNA10.',
        aliases: ['is there a discount code', 'do you have a discount code'],
      },
    ],
    offers: offers.map((offer) => ({ ...offer, url: 'https://aurora.example/mug', onPage: true })),
  };
}

export interface PageWorld extends World {
  readonly slug: string;
  /** The Page's address. */
  readonly page: string;
  /** Reimports the workspace's profile and Page. */
  change(what: { persona?: Persona; page?: Partial<PageDocument>; status?: 'active' | 'inactive' }): Promise<void>;
}

/** Starts a service with one Page. The classifier for its creator is trained as soon as items are imported. */
export async function openPage(
  harness: StoreHarness,
  { page: settings = {}, ...options }: WorldOptions & { page?: Partial<PageDocument> } = {},
): Promise<PageWorld> {
  const world = await startWorld(harness, {
    classifiers: taughtAtOnce,
    ...options,
    watchers: { sealer: createSealer([Buffer.alloc(32, 7)]), ...options.watchers },
  });
  const slug = `aurora-${randomUUID().slice(0, 8)}`;
  const change: PageWorld['change'] = ({ persona = pagePersona(), page = {}, status = 'active' }) =>
    world.importDocument({
      workspaces: [
        {
          ...sampleWorkspace(world.workspaceId),
          conversations: [],
          ...options.workspace,
          id: world.workspaceId,
          status,
          profiles: [{ id: 'prof_aurora', displayName: 'Aurora Lane', persona }],
          pages: [{ slug, profileId: 'prof_aurora', ...settings, ...page }],
        },
      ],
    });
  await change({});
  return { ...world, slug, page: `${world.url}/p/${slug}`, change };
}
