/** `rename`: gets `messageId` in place of `formerId`. `last`: moves behind all that were sent at the same time. `gone`: is removed. */
export type MessageChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'rename'; readonly formerId: string }
  | { readonly kind: 'last' }
  | { readonly kind: 'gone' };
