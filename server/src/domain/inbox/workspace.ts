/** The workspace data that a step needs. */
export interface InboxWorkspace {
  readonly status: 'active' | 'inactive';
  readonly plan: 'creator' | 'studio' | 'agency';
  readonly monthlyReplies: number | null;
  readonly shares: { readonly api?: number; readonly inbox?: number; readonly page?: number } | null;
  readonly hasWebhook: boolean;
  /** Whether a language model may read messages, and whether it may phrase replies. */
  readonly usesModel: boolean;
  readonly usesWording: boolean;
}
