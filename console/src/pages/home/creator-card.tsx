import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Loaded } from '../../ui/states.tsx';

const shown = 3;

interface CreatorCardProps {
  readonly profileId: string;
  readonly displayName: string;
  readonly facts: number;
  /** The workspace's path, such as `/w/ws_aurora`. */
  readonly base: string;
}

/**
 * Shows the share of a creator's latest conversations that the creator's facts cover, and the questions that need a
 * fact next.
 */
export function CreatorCard({ profileId, displayName, facts, base }: CreatorCardProps) {
  const { id: workspaceId, can } = useWorkspace();
  // Each request drafts replies to the latest messages, and only a few such requests are allowed per minute.
  const query = useRead('readGaps', { workspaceId }, { profileId }, { isOnce: true });
  const studio = `${base}/persona/${encodeURIComponent(profileId)}`;
  return (
    <section className="card stack" aria-label={displayName}>
      <h2>{displayName}</h2>
      <Loaded query={query} lines={4}>
        {({ looked, covered, gaps }) => (
          <>
            {looked > 0 && (
              <>
                <p>
                  {looked === 1
                    ? `Your facts ${covered === 1 ? 'cover' : 'do not cover'} the only conversation so far.`
                    : `Your facts cover ${Math.round((100 * covered) / looked)} % of the last ${looked} conversations.`}
                </p>
                <Meter
                  label={`Conversations that ${displayName}'s facts cover`}
                  value={covered}
                  max={looked}
                  isGoodHigh
                />
              </>
            )}
            {looked === 0 && (
              <p className="muted">No one has written yet. {facts === 1 ? '1 fact is' : `${facts} facts are`} ready.</p>
            )}
            {gaps.length > 0 && (
              <>
                <h3>Teach next</h3>
                <ul className="stack-tight">
                  {gaps.slice(0, shown).map(({ question }) => (
                    <li key={question} className="row-between">
                      <q className="breaks">{question}</q>
                      {can('editor') && (
                        <LinkButton isSmall href={`${studio}/facts/new?asked=${encodeURIComponent(question)}`}>
                          Write the fact
                        </LinkButton>
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
