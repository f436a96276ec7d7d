/** A handoff's assessment, stored with its notification. It never contains a message's text. */
export interface HandoffVerdict {
  readonly reason: string | null;
  readonly intent: string;
  readonly riskLevel: 'safe' | 'review' | 'blocked';
  readonly urgency: 'normal' | 'high' | 'urgent';
}
