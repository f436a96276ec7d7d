/**
 * How a message changes. `rename` changes the message's id from `formerId` to `messageId`. `last` moves the message
 * after all messages that were sent at the same time. `gone` removes the message.
 */
export type MessageChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'rename'; readonly formerId: string }
  | { readonly kind: 'last' }
  | { readonly kind: 'gone' };
