import { parseDocument } from '../../admin/documents/parse-document.ts';
import { readDocumentFile } from '../../admin/documents/read-document-file.ts';
import { validateDocument } from '../../admin/documents/validate-document.ts';
import { requireWorkspace } from '../../admin/require-workspace.ts';
import type { HistoryMessage } from '../../domain/conversation.ts';
import type { ConversationDocument, ProfileDocument, WorkspaceEntry } from '../../domain/workspace-document.ts';
import type { TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import type { DraftInput } from '../../drafting/engine.ts';
import { OperatorError } from '../../lib/errors.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { printableName } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { storedClassifier, trainInPlace } from '../../teaching/ready-classifier.ts';
import { withheldItems } from '../../teaching/withheld-items.ts';
import type { AsJson } from '../define.ts';
import { createProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

export interface ExplainOptions extends AsJson {
  readonly workspace?: string;
  readonly file?: string;
  readonly profile?: string;
  readonly conversation?: string;
  readonly request?: string;
  readonly now?: number;
}

export interface Asked {
  readonly profileId: string;
  readonly input: DraftInput;
}

/** The maximum number of earlier messages that the engine receives. */
const longestHistory = 40;

type Source = Pick<WorkspaceEntry, 'profiles' | 'conversations'>;

interface Chosen extends Found, Pick<DraftInput, 'autonomy' | 'withheld'> {
  readonly classifier: TaughtClassifier | null;
}

interface Found {
  readonly profile: ProfileDocument;
  readonly conversation: ConversationDocument | null;
}

/**
 * Reads the engine's input from a workspace document or the store. The message is the given one or, if none is given,
 * the newest inbound message of a conversation. The input includes the thread before the message.
 * @throws OperatorError that names the missing record
 */
export async function readAsked(
  terminal: Terminal,
  message: string | undefined,
  options: ExplainOptions,
): Promise<Asked> {
  const read = options.file === undefined ? fromStore : fromFile;
  const { profile, conversation, classifier, autonomy, withheld } = await read(terminal, options);
  const thread = (conversation?.messages ?? []).map(
    ({ direction, senderType, body, sentAt }): HistoryMessage => ({
      direction,
      senderType: senderType ?? null,
      body,
      sentAt: Date.parse(sentAt),
    }),
  );
  const newest =
    message === undefined ? thread.findLastIndex(({ direction }) => direction === 'inbound') : thread.length;
  if (newest === -1)
    throw new OperatorError(`Conversation "${options.conversation}" has no inbound message. Pass one as an argument.`);
  return {
    profileId: profile.id,
    input: {
      message: message ?? thread[newest]?.body ?? '',
      history: thread.slice(Math.max(0, newest - longestHistory), newest),
      displayName: profile.displayName,
      persona: profile.persona ?? {},
      classifier,
      relationship: conversation?.relationship ?? null,
      awaitsCreator: conversation?.state === 'awaiting_owner',
      autonomy,
      withheld,
      now: options.now ?? Date.now(),
    },
  };
}

/** Reads the input from a workspace document, and trains a classifier for it. */
async function fromFile(terminal: Terminal, options: ExplainOptions): Promise<Chosen> {
  const { file = '', workspace } = options;
  const bytes = readDocumentFile(file, terminal.env['INIT_CWD']);
  const { workspaces } = validateDocument(await parseDocument(bytes, file), file);
  const chosen = workspaces.filter(({ id }) => workspace === undefined || id === workspace);
  if (chosen.length === 0)
    throw missing(
      `${file} has no workspace`,
      workspace ?? '',
      workspaces.map(({ id }) => id),
    );
  const found = choose(
    {
      profiles: chosen.flatMap(({ profiles = [] }) => profiles),
      conversations: chosen.flatMap(({ conversations = [] }) => conversations),
    },
    options,
  );
  const { displayName, persona = {} } = found.profile;
  const owner = chosen.find(({ profiles = [] }) => profiles.includes(found.profile));
  const progress = createProgress(terminal);
  try {
    const classifier = trainInPlace(persona, (done, of) => progress.teaching(displayName, done, of));
    return { ...found, classifier, autonomy: owner?.drafting?.autonomy ?? 'careful', withheld: [] };
  } finally {
    progress.stop();
  }
}

/** Reads the input from the store, with the classifier, autonomy and withheld items that the service uses. */
function fromStore(terminal: Terminal, options: ExplainOptions) {
  return withStore(terminal, async (store): Promise<Chosen> => {
    const { workspace: workspaceId = '' } = options;
    await requireWorkspace(store, workspaceId);
    const found = choose(await sourceIn(store, workspaceId, options), options);
    const { id: profileId, persona = {} } = found.profile;
    const terms = await store.autonomy({ workspaceId });
    const records = terms?.items.filter((record) => record.profileId === profileId) ?? [];
    return {
      ...found,
      classifier: await storedClassifier(store, { workspaceId, profileId }),
      autonomy: terms?.autonomy ?? 'careful',
      withheld: withheldItems(records, persona),
    };
  });
}

/**
 * If no conversation is named, reads only the named profile. If a conversation is named, or if the profile does not
 * exist, reads the whole workspace.
 */
async function sourceIn(store: Store, workspaceId: string, { profile, conversation }: ExplainOptions): Promise<Source> {
  if (profile !== undefined && conversation === undefined) {
    const found = await store.profile({ workspaceId, profileId: profile });
    if (found !== null) return { profiles: [{ id: profile, displayName: found.displayName, persona: found.persona }] };
  }
  return (await store.exportWorkspace({ workspaceId })) ?? {};
}

function choose(source: Source, { conversation: id, profile }: ExplainOptions): Found {
  const conversation = id === undefined ? null : conversationOf(source, id);
  return { conversation, profile: profileOf(source, profile ?? conversation?.profileId) };
}

function conversationOf({ conversations = [] }: Source, id: string): ConversationDocument {
  const found = conversations.find((conversation) => conversation.id === id);
  if (found === undefined)
    throw missing(
      'There is no conversation',
      id,
      conversations.map((one) => one.id),
    );
  return found;
}

function profileOf({ profiles = [] }: Source, id: string | undefined): ProfileDocument {
  const [first, second] = profiles;
  if (id === undefined && first !== undefined && second === undefined) return first;
  const ids = profiles.map((profile) => profile.id);
  if (id === undefined)
    throw new OperatorError(
      ids.length === 0
        ? 'There is no profile to draft for.'
        : `Choose a profile with --profile: ${ids.slice(0, 10).map(printableName).join(', ')}${ids.length > 10 ? ', …' : ''}.`,
    );
  const found = profiles.find((profile) => profile.id === id);
  if (found === undefined) throw missing('There is no profile', id, ids);
  return found;
}

function missing(what: string, id: string, known: readonly string[]): OperatorError {
  const nearest = nearestName(id, known.slice(0, 1_000));
  return new OperatorError(
    `${what} "${printableName(id)}".${nearest === null ? '' : ` Did you mean "${printableName(nearest)}"?`}`,
  );
}
