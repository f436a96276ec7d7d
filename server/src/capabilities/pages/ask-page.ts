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
import { type JudgeDeps, judgeQuestion } from './judge-question.ts';
import type { PageProfiles } from './page-profiles.ts';
import { questionHashOf } from './question.ts';

export interface AskPageDeps extends JudgeDeps {
  readonly store: Pick<Store, 'autonomy' | 'findPage' | 'ask'>;
  readonly profiles: PageProfiles;
  readonly monthlyReplies: MonthlyReplies;
  readonly limits: AskLimits;
  /** Seals the contact details that a visitor left. */
  readonly seal: (text: string, place: string) => string;
  /** Called when a question was passed on, because a notification may be queued. */
  readonly onQueued: () => void;
}

export type AskOutcome =
  | { readonly answered: true; readonly parts: readonly AnswerPart[] }
  | { readonly answered: false; readonly message: string; readonly link: string };

/** The stored form of a secret link's token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(`page link ${token}`).digest('base64url');
}

/** The number of attempts for a profile that keeps changing while a question is assessed. */
const attempts = 5;

/**
 * Assesses a question whose proof or ticket was verified, and settles it: answered, or passed on to the creator.
 * @throws ServiceError `page_not_found`, `rate_limited`, `page_proof_spent`, `page_full`
 */
export async function askPage(
  deps: AskPageDeps,
  input: {
    readonly slug: string;
    readonly question: string;
    readonly contact: string | null;
    readonly use: AskUse;
  },
): Promise<AskOutcome> {
  const { store, profiles, limits, monthlyReplies } = deps;
  const { slug, question, contact, use } = input;
  const questionHash = questionHashOf(question);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const snapshot = await store.findPage({ slug, use, questionHash });
    if (snapshot === null || !isServed(snapshot)) throw new ServiceError('page_not_found');
    // Settling checks this again. Here it prevents a repeated proof from causing an assessment each time.
    if (snapshot.isSpent) throw new ServiceError('page_proof_spent');
    const profile = await profiles.get(snapshot);
    if (profile === null) continue;
    // The same question is the same for everybody, so it is assessed in the words in which it was charged.
    const { judged, parts } = await judgeQuestion(deps, snapshot.repeat ?? question, snapshot, profile);
    const { workspaceId } = snapshot;
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
        return { answered: true, parts };
      case 'passed_on':
        if (answer.isNew) deps.onQueued();
        return {
          answered: false,
          message: `I'll pass this to ${profile.displayName}.`,
          link: `/p/${slug}/r/${token}`,
        };
    }
  }
  throw new ServiceError('service_unavailable', { message: errorCatalogue.service_unavailable.cases.pageChangingAsk });
}

export function tooManyAsks(retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', {
    message: errorCatalogue.rate_limited.cases.visitors,
    retryAfterSeconds,
  });
}

/** A Page that currently answers. @throws ServiceError `page_not_found` */
export function requireServed(snapshot: PageSnapshot | null): PageSnapshot {
  if (snapshot === null || !isServed(snapshot)) throw new ServiceError('page_not_found');
  return snapshot;
}
