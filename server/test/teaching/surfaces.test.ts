import { expect } from 'vitest';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import type { DraftInput, Engine } from '../../src/drafting/engine.ts';
import { teachingHashOf } from '../../src/teaching/persona-hash.ts';
import { startConsoleWorld } from '../console/support/console-world.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startWorld } from '../support/world.ts';
import { openShelf } from './support/shelf-world.ts';

onEachStore(
  'a draft, with a lease or without one, and a handoff are judged with what the profile was taught',
  async (harness) => {
    for (const protocol of ['optimistic', 'leased'] as const) {
      const { engine, inputs } = listeningEngine();
      const world = await startWorld(harness, { engine, protocol, classifiers: openShelf });
      await world.draft();
      expect(inputs.at(-1)?.classifier).toBeNull();
      await teach(world);
      await world.draft();
      expect(taughtIn(inputs.at(-1))).toContain('f_ship');
      await world.handoff();
      expect(inputs).toHaveLength(3);
      expect(taughtIn(inputs.at(-1))).toContain('f_ship');
    }
  },
);

onEachStore(
  'publishing and importing a persona teach before they answer, and all that the console drafts is taught',
  async (harness) => {
    const { engine, inputs } = listeningEngine();
    const world = await startConsoleWorld(harness, { engine, classifiers: openShelf });
    const owner = await world.owner();
    const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
    const { version, publishedRevision } = await owner.run('readDraft', place);
    const text =
      'facts: [{ id: f_class, text: Classes are on Monday., aliases: [when is the class, is there a lesson soon] }]';
    const imported = await owner.run('importPersona', place, { version, text, mode: 'merge', dryRun: false });
    await teach(world);

    const message = 'when is the next class?';
    await owner.run(
      'tryMessage',
      { workspaceId: world.workspaceId },
      { profileId: 'prof_aurora', message, persona: 'draft' },
    );
    expect(taughtIn(inputs.at(-1))).toContain('f_class');
    await owner.run(
      'tryMessage',
      { workspaceId: world.workspaceId },
      { profileId: 'prof_aurora', message, persona: 'published' },
    );
    expect(taughtIn(inputs.at(-1))).not.toContain('f_class');

    inputs.length = 0;
    await owner.run('rehearse', place, {});
    await owner.run('readWarnings', place);
    await owner.run('readGaps', { workspaceId: world.workspaceId }, { profileId: 'prof_aurora' });
    await owner.run('readThread', { workspaceId: world.workspaceId, conversationId: 'conv_maya' });
    expect(inputs.length).toBeGreaterThanOrEqual(5);
    for (const input of inputs) {
      const isDraft = input.persona.facts?.some(({ id }) => id === 'f_class') === true;
      expect(taughtIn(input).includes('f_class')).toBe(isDraft);
      expect(taughtIn(input)).toContain('f_ship');
    }

    await owner.run('publish', place, { version: imported.version, publishedRevision });
    const profile = await world.store.profile(place);
    expect((await world.store.classifier(place))?.hash).toBe(teachingHashOf(profile?.persona ?? {}));
    await world.draft();
    expect(taughtIn(inputs.at(-1))).toContain('f_class');
  },
);

/** Trains the live persona, as an import on the command line does while the service is running. */
async function teach(world: { store: Parameters<typeof openShelf>[0]; workspaceId: string }) {
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const profile = await world.store.profile(place);
  if (profile === null) throw new Error('there is no profile to teach');
  await openShelf(world.store).teach({ ...place, persona: profile.persona });
  // After a look-up that finds nothing, the service waits a second; its first draft and the import of a draft are such
  // look-ups.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

/** Creates the real engine, and records its inputs. */
function listeningEngine(): { engine: Engine; inputs: DraftInput[] } {
  const inputs: DraftInput[] = [];
  const embedded = createEmbeddedEngine();
  const engine: Engine = {
    name: embedded.name,
    draft(input, ...rest) {
      inputs.push(input);
      return embedded.draft(input, ...rest);
    },
  };
  return { engine, inputs };
}

function taughtIn(input: DraftInput | undefined): string[] {
  return (input?.classifier?.items ?? []).map(({ id }) => id);
}
