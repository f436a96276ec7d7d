import type { HandoffVerdict } from './notification.ts';
import { urgencyOf } from './urgency-of.ts';

const longestPiece = 800;
const mostPieces = 12;
const unread: HandoffVerdict = { reason: null, intent: 'unclear', riskLevel: 'review', urgency: 'normal' };

/**
 * Assesses a text and returns the most urgent assessment. The text may be too long for one draft, so it is assessed in
 * parts: the first twelve parts of 800 code points.
 */
export async function gravestVerdict(
  text: string,
  assess: (part: string) => Promise<Pick<HandoffVerdict, 'intent' | 'riskLevel'>>,
): Promise<HandoffVerdict> {
  const points = [...text];
  let gravest = unread;
  for (let piece = 0; piece * longestPiece < points.length && piece < mostPieces; piece += 1) {
    const part = points.slice(piece * longestPiece, (piece + 1) * longestPiece).join('');
    const { intent, riskLevel } = await assess(part);
    const verdict = { reason: null, intent, riskLevel, urgency: urgencyOf({ intent, riskLevel }) };
    if (piece === 0 || rank(verdict) > rank(gravest)) gravest = verdict;
  }
  return gravest;
}

function rank({ urgency }: HandoffVerdict): number {
  return ['normal', 'high', 'urgent'].indexOf(urgency);
}
