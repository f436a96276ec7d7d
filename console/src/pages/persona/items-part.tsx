import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { ItemView } from '../../../../server/src/domain/console/persona-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { ItemEditor } from './item-editor.tsx';
import { type ItemKind, phrasesOf, statusWords, titleOf, usabilityWords } from './item-words.ts';
import type { StudioPartProps } from './studio-part-props.ts';

interface ItemsPartProps extends StudioPartProps {
  /** The kind as it appears in the address: facts, offers or phrases. */
  readonly part: string;
  readonly kind: ItemKind;
  readonly itemId: string | undefined;
}

const shownAtOnce = 100;

const abouts: Readonly<Record<ItemKind, string>> = {
  fact: 'A fact is a sentence that may be sent word for word, together with how fans ask for it.',
  offer: 'An offer is something you sell, with its price and where to get it.',
  phrase: 'Phrases are how you greet, thank and sign off, and how you say that you will reply later.',
};

/** Shows the items of one kind, and the open item. */
export function ItemsPart({ draft, base, part, kind, itemId }: ItemsPartProps) {
  const { can } = useWorkspace();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(shownAtOnce);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const all = draft.items.filter((item) => item.kind === kind);
  const found = wanted === '' ? all : all.filter((item) => isFound(item, wanted));
  const isNew = itemId === 'new';
  const open = isNew ? undefined : all.find(({ id }) => id === itemId);
  const list = `${base}/${part}`;
  return (
    <div className="split" data-open={itemId !== undefined}>
      <div className="split-list stack">
        {can('editor') && (
          <div>
            <LinkButton href={`${list}/new`} kind="primary">
              <Icon name="plus" size={18} /> New {kind}
            </LinkButton>
          </div>
        )}
        {all.length > 8 && (
          <TextField label={`Search ${all.length} ${part}`} type="search" value={search} onChange={setSearch} />
        )}
        {all.length === 0 && (
          <Empty title={`No ${part} yet`}>
            <p>{abouts[kind]}</p>
          </Empty>
        )}
        <ul className="stack-tight">
          {found.slice(0, limit).map((item) => (
            <li key={item.id}>
              <ItemLink item={item} href={`${list}/${encodeURIComponent(item.id)}`} isOpen={item.id === itemId} />
            </li>
          ))}
        </ul>
        {found.length > limit && (
          <Button onClick={() => setLimit(limit + shownAtOnce)}>Show more ({found.length - limit} left)</Button>
        )}
        {all.length > 0 && found.length === 0 && <p className="muted">Nothing found.</p>}
      </div>
      <div className="split-detail stack">
        {itemId !== undefined && (
          <Link href={list} className="split-back button button-quiet">
            <Icon name="back" /> All {part}
          </Link>
        )}
        {itemId === undefined && all.length > 0 && <p className="muted prose">{abouts[kind]}</p>}
        {(isNew || open !== undefined) && (
          <ItemEditor key={itemId} draft={draft} kind={kind} view={open} listHref={list} />
        )}
        {itemId !== undefined && !isNew && open === undefined && (
          <Empty title="This item no longer exists">
            <LinkButton href={list}>All {part}</LinkButton>
          </Empty>
        )}
      </div>
    </div>
  );
}

function ItemLink({ item, href, isOpen }: { item: ItemView; href: string; isOpen: boolean }) {
  const status = statusWords[item.status];
  const usability = usabilityWords[item.usability];
  const title = titleOf(item);
  return (
    <Link
      href={href}
      className={`item-link${item.usability === 'usable' ? '' : ' item-link-idle'}`}
      aria-current={isOpen ? 'page' : undefined}
    >
      <span className="row">
        {title !== '' && <strong className="breaks">{title}</strong>}
        {status !== null && <Badge tone={status.tone}>{status.name}</Badge>}
        {usability !== null && <Badge tone={usability.tone}>{usability.name}</Badge>}
        {item.item.onPage === true && <Badge>on the Page</Badge>}
      </span>
      <p className="small breaks">{item.item.text}</p>
    </Link>
  );
}

function isFound(item: ItemView, wanted: string): boolean {
  return [titleOf(item), item.item.text, ...phrasesOf(item)].some((text) => text.toLowerCase().includes(wanted));
}
