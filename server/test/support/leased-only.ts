import type { Store } from '../../src/store/port.ts';

/** Returns a store whose drafts all use the leased protocol, as when a language model may read the message. */
export function leasedOnly<Some extends Pick<Store, 'prepareDraft'>>(store: Some): Some {
  return new Proxy(store, {
    get: (target, name) => (name === 'prepareDraft' ? async () => null : Reflect.get(target, name)),
  });
}
