/** What a step knows of its workspace. */
export interface InboxWorkspace {
  readonly status: 'active' | 'inactive';
  readonly plan: 'creator' | 'studio' | 'agency';
  readonly monthlyReplies: number | null;
  readonly shares: { readonly api?: number; readonly inbox?: number; readonly page?: number } | null;
  readonly hasWebhook: boolean;
  /** Whether a language model may read messages, and put replies into words. */
  readonly usesModel: boolean;
  readonly usesWording: boolean;
}
