import './claims.css';
import { Link } from 'wouter';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { Badge } from '../../ui/badge.tsx';

type Trial = ConsoleOutput<'tryMessage'>;
type Claim = Trial['claims'][number];
type QuotedItem = Trial['items'][number];

/** Shows a reply in which each claim is underlined and links to the item that supports it. */
export function ClaimedReply({
  reply,
  claims,
  items,
}: {
  readonly reply: string;
  readonly claims: readonly Claim[];
  readonly items: readonly QuotedItem[];
}) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  const ordered = claims.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const claim of ordered) {
    if (claim.start < at || claim.end > reply.length) continue;
    parts.push(
      reply.slice(at, claim.start),
      <ClaimMark
        key={claim.start}
        claim={claim}
        text={reply.slice(claim.start, claim.end)}
        item={items.find(({ id }) => id === claim.itemId)}
      />,
    );
    at = claim.end;
  }
  parts.push(reply.slice(at));
  return <p className="reply">{parts}</p>;
}

function ClaimMark({ claim, text, item }: { claim: Claim; text: string; item: QuotedItem | undefined }) {
  if (claim.itemId === null)
    return (
      <span className="claim claim-bare" title={`${claim.kind}: supported by no item`}>
        {text}
        <span className="visually-hidden"> (supported by no item)</span>
      </span>
    );
  return (
    <a
      className="claim"
      href={`#${anchorOf(claim.itemId)}`}
      title={`${claim.kind}: supported by ${item === undefined ? 'an item that no longer exists' : `“${nameOf(item)}”`}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(anchorOf(claim.itemId ?? ''))?.focus();
      }}
    >
      {text}
    </a>
  );
}

/** Quotes the items that support a reply. A button shows the items that were considered but not used. */
export function QuotedItems({
  items,
  used,
  studio,
}: {
  readonly items: readonly QuotedItem[];
  readonly used: readonly string[];
  /** The path of the studio that contains these items. */
  readonly studio: string;
}) {
  const others = items.filter(({ id }) => !used.includes(id));
  return (
    <>
      <ItemList studio={studio} items={items.filter(({ id }) => used.includes(id))} />
      {others.length > 0 && (
        <details>
          <summary className="small">Considered and not used: {others.length}</summary>
          <ItemList studio={studio} items={others} />
        </details>
      )}
    </>
  );
}

function ItemList({ items, studio }: { items: readonly QuotedItem[]; studio: string }) {
  return (
    <ul className="stack-tight">
      {items.map(({ id, kind, title, text }) => (
        <li key={id} id={anchorOf(id)} tabIndex={-1} className="quoted">
          <div className="row">
            <Badge>{kind}</Badge>
            <Link href={`${studio}/${kind}s/${encodeURIComponent(id)}`}>
              {title === '' ? `Open this ${kind}` : title}
            </Link>
          </div>
          <p className="breaks">{text}</p>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ title, text }: QuotedItem): string {
  return title === '' ? text : title;
}

function anchorOf(itemId: string): string {
  return `item-${itemId}`;
}
