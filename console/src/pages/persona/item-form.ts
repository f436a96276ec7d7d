import type { ItemView, SaveItemRequest } from '../../../../server/src/domain/console/persona-contract.ts';
import type { Phrase } from '../../../../server/src/domain/persona.ts';
import { linesOf } from '../../ui/lines.ts';
import type { ItemKind } from './item-words.ts';

/** Every field that an item of any kind may have, as the form represents it. */
export interface ItemForm {
  readonly text: string;
  readonly topic: string;
  readonly name: string;
  readonly price: string;
  readonly url: string;
  readonly code: string;
  readonly use: Phrase['use'];
  /** One entry per line. */
  readonly aliases: string;
  /** One entry per line. */
  readonly nearMisses: string;
  readonly automatic: boolean;
  readonly mediaAssetId: string;
  /** A local time in the format of the browser's field; empty for no limit. */
  readonly from: string;
  readonly until: string;
  readonly approved: boolean;
  readonly onPage: boolean;
}

export const blankItem: ItemForm = {
  text: '',
  topic: '',
  name: '',
  price: '',
  url: '',
  code: '',
  use: 'greeting',
  aliases: '',
  nearMisses: '',
  automatic: true,
  mediaAssetId: '',
  from: '',
  until: '',
  approved: true,
  onPage: false,
};

/** Returns the form's fields for an existing item. */
export function formOf(view: ItemView): ItemForm {
  const { item } = view;
  const common = { ...blankItem, text: item.text, approved: item.approved ?? true, onPage: item.onPage ?? false };
  if (view.kind === 'phrase') return { ...common, use: view.item.use };
  const answering = {
    ...common,
    topic: view.item.topic ?? '',
    aliases: (view.item.aliases ?? []).join('\n'),
    nearMisses: (view.item.nearMisses ?? []).join('\n'),
    automatic: view.item.automatic ?? true,
    mediaAssetId: view.item.mediaAssetId ?? '',
  };
  if (view.kind === 'fact')
    return { ...answering, from: localTime(view.item.validFrom), until: localTime(view.item.validUntil) };
  const { name, price = '', url = '', code = '', startsAt, endsAt } = view.item;
  return { ...answering, name, price, url, code, from: localTime(startsAt), until: localTime(endsAt) };
}

/** Converts the form to the contract's format, without empty fields. */
export function itemOf(kind: ItemKind, form: ItemForm): Pick<SaveItemRequest, 'fact' | 'offer' | 'phrase'> {
  const text = form.text.trim();
  const { approved } = form;
  const onPage = form.onPage ? { onPage: true } : {};
  if (kind === 'phrase') return { phrase: { use: form.use, text, approved, ...onPage } };
  const nearMisses = linesOf(form.nearMisses);
  const answering = {
    text,
    approved,
    ...onPage,
    aliases: linesOf(form.aliases),
    ...(nearMisses.length === 0 ? {} : { nearMisses }),
    ...(form.automatic ? {} : { automatic: false }),
    ...filled({ topic: form.topic, mediaAssetId: form.mediaAssetId }),
  };
  const from = instant(form.from);
  const until = instant(form.until);
  if (kind === 'fact') return { fact: { ...answering, ...filled({ validFrom: from, validUntil: until }) } };
  const { price, url, code } = form;
  return {
    offer: { ...answering, name: form.name.trim(), ...filled({ price, url, code, startsAt: from, endsAt: until }) },
  };
}

function filled<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  // This only removes fields.
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Partial<Fields>;
}

function localTime(at: string | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function instant(local: string): string {
  return local === '' ? '' : new Date(local).toISOString();
}
