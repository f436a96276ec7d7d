import { createHash, randomBytes } from 'node:crypto';
import type { AskLimits, AskUse, PageSnapshot } from '../../domain/page/ask.ts';
import { contactPlace } from '../../domain/page/contact-place.ts';
import { isServed } from '../../domain/page/settle-ask.ts';
import type { AnswerPart } from '../../domain/page/views.ts';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';
import { createId } from '../../lib/ids.ts';
import type { Store } from '../../store/port.ts';
import type { MonthlyReplies } from '../../store/workspace-port.ts';
import type { PageProfile, PageProfiles } from './page-profiles.ts';
import { questionHashOf } from './question.ts';
import type { Judged, QuestionJudge } from './question-judge.ts';

export interface AskPageDeps {
  readonly store: Pick<Store, 'findPage' | 'ask'>;
  readonly judge: QuestionJudge;
  readonly profiles: PageProfiles;
  readonly monthlyReplies: MonthlyReplies;
  readonly limits: AskLimits;
  /** Seals the contact details that a visitor left. */
  readonly seal: (text: string, place: string) => string;
  /** Called after a question is passed on, because a notification may be queued. */
  readonly onQueued: () => void;
}

export type AskOutcome =
  | { readonly answered: true; readonly parts: readonly AnswerPart[] }
  | { readonly answered: false; readonly message: string; readonly link: string };

/**
 * The outcome of a question, and whether a language model was asked about the question. Visitors must not learn the
 * latter.
 */
export interface AskedPage {
  readonly outcome: AskOutcome;
  readonly wasRead: boolean;
}

/** Returns the stored form of a secret link's token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(`page link ${token}`).digest('base64url');
}

/** How often the assessment is tried if the profile keeps changing meanwhile. */
const attempts = 5;

/** A profile, and the assessment of a question with it. */
interface Assessed extends Judged {
  readonly profile: PageProfile;
}

/**
 * Settles a question whose proof or ticket was verified: assesses it, then either answers it or passes it on to the
 * creator.
 * @throws ServiceError `page_not_found`, `rate_limited`, `page_proof_spent`, `page_full`, `service_unavailable`
 */
export async function askPage(
  deps: AskPageDeps,
  input: {
    /** The Page's state when the question arrived. */
    readonly snapshot: PageSnapshot;
    readonly question: string;
    readonly contact: string | null;
    readonly use: AskUse;
  },
): Promise<AskedPage> {
  const { store, limits, monthlyReplies } = deps;
  const { question, contact, use } = input;
  const { workspaceId, page } = input.snapshot;
  const { slug } = page;
  const questionHash = questionHashOf(question);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const recalled = attempt === 1 ? await recall(deps, input.snapshot, question) : null;
    const assessed = recalled ?? (await assess(deps, { slug, question, questionHash, use }));
    if (assessed === null) continue;
    const { profile, judged, parts } = assessed;
    const wasRead = judged.modelUse !== null;
    const token = randomBytes(32).toString('base64url');
    const answer = await store.ask({
      workspaceId,
      slug,
      askId: createId('ask'),
      conversationId: createId('conv'),
      messageId: createId('m'),
      notificationId: createId('ntf'),
      use,
      question,
      questionHash,
      revision: profile.revision,
      judged,
      tokenHash: tokenHashOf(token),
      contact: contact === null ? null : deps.seal(contact, contactPlace(workspaceId, slug)),
      monthlyReplies,
      limits,
    });
    switch (answer.outcome) {
      case 'changed':
        continue;
      case 'not_found':
        throw new ServiceError('page_not_found');
      case 'rate_limited':
        throw tooManyAsks(answer.retryAfterSeconds);
      case 'spent':
        throw new ServiceError('page_proof_spent');
      case 'full':
        throw new ServiceError('page_full', { retryAfterSeconds: answer.retryAfterSeconds });
      case 'answered':
        if (parts === null) throw new Error('a question without an answer was stored as answered');
        return { outcome: { answered: true, parts }, wasRead };
      case 'passed_on':
        if (answer.isNew) deps.onQueued();
        return {
          outcome: {
            answered: false,
            message: `I'll pass this to ${profile.displayName}.`,
            link: `/p/${slug}/r/${token}`,
          },
          wasRead,
        };
    }
  }
  throw new ServiceError('service_unavailable', { message: errorCatalogue.service_unavailable.cases.pageChanging });
}

/**
 * Returns a remembered verdict, or null if there is none. The Page is not read again, because settling rechecks
 * everything.
 */
async function recall(
  { profiles, judge }: AskPageDeps,
  snapshot: PageSnapshot,
  question: string,
): Promise<Assessed | null> {
  const profile = await profiles.get(snapshot);
  const known = profile && (await judge.recall(question, snapshot, profile));
  return profile && known && { ...known, profile };
}

/** Returns null if the profile is changing. @throws ServiceError `page_not_found`, `page_proof_spent` */
async function assess(
  { store, profiles, judge }: AskPageDeps,
  needs: { readonly slug: string; readonly question: string; readonly questionHash: string; readonly use: AskUse },
): Promise<Assessed | null> {
  const { slug, question, questionHash, use } = needs;
  const snapshot = requireServed(await store.findPage({ slug, use, questionHash, isJudging: true }));
  // Settling rechecks the proof. This early check avoids an assessment for each repeated proof.
  if (snapshot.isSpent) throw new ServiceError('page_proof_spent');
  const profile = await profiles.get(snapshot);
  if (profile === null) return null;
  // All equivalent questions get the same answer, so the assessment uses the wording that was charged first.
  const words = snapshot.repeat ?? question;
  const known = await judge.recall(words, snapshot, profile);
  return { ...(known ?? (await judge.judge(words, snapshot, profile))), profile };
}

/** Returns the refusal for a network that asked too many questions. */
export function tooManyAsks(retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', {
    message: errorCatalogue.rate_limited.cases.visitors,
    retryAfterSeconds,
  });
}

/** Returns a Page that currently answers. @throws ServiceError `page_not_found` */
export function requireServed(snapshot: PageSnapshot | null): PageSnapshot {
  if (snapshot === null || !isServed(snapshot)) throw new ServiceError('page_not_found');
  return snapshot;
}
