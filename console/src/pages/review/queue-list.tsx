import { useState } from 'react';
import { Link } from 'wouter';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { When } from '../../ui/when.tsx';
import { contactName, intentName, stateWords } from '../shared/words.ts';

type ReviewCard = ConsoleOutput<'readQueue'>['conversations'][number];
type ConversationCard = ConsoleOutput<'listConversations'>['conversations'][number];

const shownAtOnce = 100;

/** Conversations as a list of links, of which one at a time is in the tab order: arrows, `j` and `k` go on. */
export function QueueList({
  base,
  cards,
  openId,
}: {
  readonly base: string;
  readonly cards: readonly (ReviewCard | ConversationCard)[];
  readonly openId: string | undefined;
}) {
  const [limit, setLimit] = useState(shownAtOnce);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const shown = cards.slice(0, limit);
  const isShown = (id: string | null | undefined) => shown.some((card) => card.id === id);
  const stopId = [focusedId, openId].find(isShown) ?? shown[0]?.id;
  return (
    <>
      <ul
        className="stack-tight"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          focusNeighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        {shown.map((card) => (
          <li key={card.id}>
            <QueueLink
              href={`${base}/${encodeURIComponent(card.id)}`}
              card={card}
              isOpen={card.id === openId}
              isStop={card.id === stopId}
              onFocus={() => setFocusedId(card.id)}
            />
          </li>
        ))}
      </ul>
      {cards.length > limit && (
        <Button onClick={() => setLimit(limit + shownAtOnce)}>Show more ({cards.length - limit} left)</Button>
      )}
    </>
  );
}

/** Moves the focus within a list of conversations; 0 opens the one that has it, or else the first. */
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

function QueueLink({
  href,
  card,
  isOpen,
  isStop,
  onFocus,
}: {
  href: string;
  card: ReviewCard | ConversationCard;
  isOpen: boolean;
  isStop: boolean;
  onFocus: () => void;
}) {
  const waiting = 'waitingSince' in card ? card : null;
  const urgency = waiting?.verdict?.urgency ?? 'normal';
  return (
    <Link
      href={href}
      className={`queue-link${urgency === 'urgent' ? ' queue-link-urgent' : ''}`}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
    >
      <span className="row-between">
        <strong className="breaks">{contactName(card.contact)}</strong>
        <span className="small muted">
          <When at={waiting?.waitingSince ?? card.lastMessageAt} none="" />
        </span>
      </span>
      {waiting?.latestInbound != null && <p className="small breaks">{waiting.latestInbound}</p>}
      <span className="row">
        {urgency === 'urgent' && (
          <Badge tone="stop">
            <Icon name="pin" size={14} /> Urgent
          </Badge>
        )}
        {urgency === 'high' && <Badge tone="caution">High</Badge>}
        {waiting?.verdict != null && <Badge>{intentName(waiting.verdict.intent)}</Badge>}
        {waiting === null && <Badge tone={stateWords[card.state].tone}>{stateWords[card.state].name}</Badge>}
        <span className="small muted">
          {card.displayName}
          {card.channel !== null && ` · ${card.channel}`}
        </span>
      </span>
    </Link>
  );
}
