import { useState } from 'react';
import { Link } from 'wouter';
import type { ConsoleInput, ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { intentName } from '../shared/words.ts';
import type { PagePartProps } from './page-part-props.ts';

type Wanted = 'all' | NonNullable<ConsoleInput<'listAsks'>['only']>;
type Ask = ConsoleOutput<'listAsks'>['asks'][number];

const wanted: readonly { readonly value: Wanted; readonly label: string }[] = [
  { value: 'all', label: 'All questions' },
  { value: 'passed_on', label: 'Unanswered questions' },
  { value: 'answered', label: 'Answered questions' },
];

/** How often the questions are reloaded, in milliseconds. New questions then appear without a manual reload. */
const everyMs = 15_000;

/** Lists visitors' questions, newest first. An unanswered question links to the form for its answer. */
export function AskedPart({ page }: PagePartProps) {
  const { id: workspaceId } = useWorkspace();
  const [of, setOf] = useState<Wanted>('all');
  const only = of === 'all' ? {} : { only: of };
  const query = useRead('listAsks', { workspaceId, slug: page.slug }, only, { everyMs, keepsLast: true });
  const { today } = page;
  return (
    <div className="stack prose">
      <div className="row-between">
        <Select label="Show" value={of} options={wanted} onChange={setOf} />
        <p className="muted small">
          Today: {today.replies} of {page.dailyReplies} answers, {today.handoffs} of {page.settings.dailyHandoffs}{' '}
          questions passed on.
        </p>
      </div>
      <Loaded query={query} lines={8}>
        {({ asks, next }) =>
          asks.length === 0 ? (
            <Empty title="No questions yet">
              <p>Questions from the last 30 days appear here.</p>
            </Empty>
          ) : (
            <>
              <ul className="stack-tight">
                {asks.map((ask) => (
                  <li key={ask.id}>
                    <AskedQuestion page={page} ask={ask} />
                  </li>
                ))}
              </ul>
              {next !== null && <p className="muted small">Showing the newest {asks.length}.</p>}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function AskedQuestion({ page, ask }: Pick<PagePartProps, 'page'> & { ask: Ask }) {
  const { id: workspaceId, can } = useWorkspace();
  const base = `/w/${encodeURIComponent(workspaceId)}`;
  const studio = `${base}/persona/${encodeURIComponent(page.profileId)}`;
  const { question, isAnswered, state, intent, items, conversationId, hasContact, at } = ask;
  const isWaiting = state === 'awaiting_owner';
  return (
    <div className="quoted stack-tight">
      <div className="row-between">
        <strong className="breaks">“{question}”</strong>
        <span className="row">
          <Badge>{intentName(intent)}</Badge>
          {isAnswered ? <Badge tone="good">answered</Badge> : <Badge tone="caution">passed on</Badge>}
          {hasContact && <Badge tone="info">left a contact</Badge>}
        </span>
      </div>
      <div className="row small">
        <When at={at} />
        {conversationId !== null && (
          <Link href={`${base}/inbox/${isWaiting ? 'waiting' : 'done'}/${encodeURIComponent(conversationId)}`}>
            {isWaiting ? 'Answer it' : 'Open the conversation'}
          </Link>
        )}
        {items.map((itemId) => (
          <Link key={itemId} href={`${studio}/facts/${encodeURIComponent(itemId)}`}>
            What answered it
          </Link>
        ))}
        {!isAnswered && can('editor') && (
          <LinkButton isSmall href={`${studio}/facts/new?asked=${encodeURIComponent(question.slice(0, 300))}&onPage=1`}>
            Teach it
          </LinkButton>
        )}
      </div>
    </div>
  );
}
