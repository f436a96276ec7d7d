/**
 * How a message changes. `rename` replaces `formerId` with `messageId`. `last` moves the message after all messages
 * sent at the same time. `gone` removes it.
 */
export type MessageChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'rename'; readonly formerId: string }
  | { readonly kind: 'last' }
  | { readonly kind: 'gone' };
