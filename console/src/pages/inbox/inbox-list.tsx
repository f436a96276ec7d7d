import { useState } from 'react';
import { Link } from 'wouter';
import type { InboxCard } from '../../../../server/src/domain/console/inbox-contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { When } from '../../ui/when.tsx';
import { channelName, riskWords, senderName } from '../shared/words.ts';

/**
 * Shows conversations as a list of links. Only one link at a time is in the tab order; the arrow keys, `j` and `k` move
 * between them.
 */
export function InboxList({
  base,
  cards,
  openId,
}: {
  readonly base: string;
  readonly cards: readonly InboxCard[];
  readonly openId: string | undefined;
}) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const isShown = (id: string | null | undefined) => cards.some((card) => card.id === id);
  const stopId = [focusedId, openId].find(isShown) ?? cards[0]?.id;
  return (
    <ul
      className="stack-tight"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        focusNeighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      {cards.map((card) => (
        <li key={card.id}>
          <InboxLink
            href={`${base}/${encodeURIComponent(card.id)}`}
            card={card}
            isOpen={card.id === openId}
            isStop={card.id === stopId}
            onFocus={() => setFocusedId(card.id)}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Moves the focus within a list of conversations. A step of 0 opens the focused conversation, or the first one if none
 * is focused.
 */
export function focusNeighbour(list: HTMLElement | null, step: 1 | -1 | 0): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('a.queue-link') ?? [])];
  const focused = links.findIndex((link) => link === document.activeElement);
  const at = focused === -1 ? links.findIndex((link) => link.getAttribute('aria-current') === 'page') : focused;
  if (step === 0) {
    links[Math.max(0, at)]?.click();
    return;
  }
  const next = at === -1 ? links[0] : links[Math.min(links.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function InboxLink({
  href,
  card,
  isOpen,
  isStop,
  onFocus,
}: {
  href: string;
  card: InboxCard;
  isOpen: boolean;
  isStop: boolean;
  onFocus: () => void;
}) {
  const isWaiting = card.state === 'awaiting_owner';
  const urgency = isWaiting ? (card.verdict?.urgency ?? 'normal') : 'normal';
  const risk = card.riskLevel === null ? null : riskWords[card.riskLevel];
  return (
    <Link
      href={href}
      className={`queue-link${urgency === 'urgent' ? ' queue-link-urgent' : ''}`}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
    >
      <span className="row-between">
        <strong className="breaks">{senderName(card)}</strong>
        <span className="small muted">
          <When at={(isWaiting ? card.waitingSince : null) ?? card.lastMessageAt} none="" />
        </span>
      </span>
      {card.latest !== null && (
        <p className="small breaks">
          {!card.latest.isFromFan && <span className="muted">Answered: </span>}
          {card.latest.body}
        </p>
      )}
      <span className="row">
        {urgency === 'urgent' && (
          <Badge tone="stop">
            <Icon name="pin" size={14} /> Urgent
          </Badge>
        )}
        {urgency === 'high' && <Badge tone="caution">High</Badge>}
        {risk !== null && <Badge tone={risk.tone}>{risk.name}</Badge>}
        {card.why !== '' && <span className="small">{card.why}</span>}
        <span className="small muted">
          to {card.displayName}
          {card.channel !== null && ` · ${channelName(card.channel)}`}
        </span>
      </span>
    </Link>
  );
}
