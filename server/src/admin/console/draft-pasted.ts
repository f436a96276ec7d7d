import { ConsoleError } from '../../domain/console/console-error.ts';
import { gravestVerdict } from '../../domain/gravest-verdict.ts';
import type { PasteInput } from '../../domain/inbox/pasted-message.ts';
import type { Drafted } from '../../domain/inbox/settle-thread.ts';
import { urgencyOf } from '../../domain/urgency-of.ts';
import type { DraftOutput, Engine } from '../../drafting/engine.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { PersonaDraftRecord, ThreadRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { tallyOf } from '../../teaching/tally-of.ts';
import { withheldItems } from '../../teaching/withheld-items.ts';
import { historyLength, longestMessage } from './draft-bounds.ts';

export interface DraftPastedDeps {
  readonly store: Pick<Store, 'autonomy' | 'workspace'>;
  readonly engine: Engine;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  readonly log: Pick<Log, 'info'>;
}

interface Pasted {
  readonly workspaceId: string;
  readonly message: string;
  readonly profile: PersonaDraftRecord;
  /** The conversation that the message joins; null if it starts a new one. */
  readonly thread: ThreadRecord | null;
  /** Aborted when the person who pasted the message disconnects. */
  readonly gone: AbortSignal;
}

/**
 * Drafts a reply to a pasted message by the same rules as for a message from a connected inbox: with the workspace's
 * autonomy, its withheld items, and, if the workspace allows it, the language model. A message that is too long for a
 * draft is assessed without drafting a reply.
 * @throws ConsoleError `console_not_possible` if a required language model gave no answer
 */
export async function draftPasted(
  { store, engine, classifiers, log }: DraftPastedDeps,
  { workspaceId, message, profile, thread, gone }: Pasted,
): Promise<Pick<PasteInput, 'drafted' | 'verdict'>> {
  const { profileId, published: persona } = profile;
  const [terms, workspace, classifier] = await Promise.all([
    store.autonomy({ workspaceId }),
    store.workspace({ workspaceId }),
    classifiers.get({ workspaceId, profileId, persona }),
  ]);
  const records = terms?.items.filter((record) => record.profileId === profileId) ?? [];
  const permission =
    workspace?.usesModel === true
      ? {
          workspaceId,
          mayWord: workspace.usesWording,
          thread: thread && {
            conversationId: thread.conversation.conversationId,
            profileId,
            revision: profile.publishedRevision,
          },
          isWanted: () => !gone.aborted,
        }
      : undefined;
  const input = {
    message,
    history: (thread?.thread ?? []).filter(({ deletedAt }) => deletedAt === null).slice(-historyLength),
    displayName: profile.displayName,
    persona,
    classifier,
    relationship: thread?.relationship ?? null,
    awaitsCreator: false,
    autonomy: terms?.autonomy ?? ('careful' as const),
    withheld: withheldItems(records, persona),
    now: profile.now,
    workspaceId,
  };
  if ([...message].length > longestMessage) {
    const assess = async (part: string) => (await engine.draft({ ...input, message: part })).decision;
    return { drafted: null, verdict: await gravestVerdict(message, assess) };
  }
  const output = await askEngine(() => engine.draft(input, permission));
  if (output.modelUse !== undefined) log.info({ workspaceId, model: output.modelUse }, 'a model was asked');
  const { intent, riskLevel } = output.decision;
  return {
    drafted: draftedBy(output, { ...tallyOf(output, { persona }, profileId), revision: profile.publishedRevision }),
    verdict: { reason: null, intent, riskLevel, urgency: urgencyOf(output.decision) },
  };
}

async function askEngine(ask: () => Promise<DraftOutput> | DraftOutput): Promise<DraftOutput> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
    throw new ConsoleError('console_not_possible', {
      message:
        'The language model did not answer, so the message was not added and nothing was counted. Try again in a moment.',
    });
  }
}

function draftedBy(
  { decision, trace, modelUse }: DraftOutput,
  { proposal, revision }: Pick<Drafted, 'proposal' | 'revision'>,
): Drafted {
  const used = trace['itemsUsed'];
  const itemsUsed = Array.isArray(used) ? used.map(String) : [];
  return { ...decision, itemsUsed, revision, urgency: urgencyOf(decision), proposal, modelUse: modelUse ?? null };
}
