import './home.css';
import { Link } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useWaiting } from '../../api/use-waiting.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { AutonomyCard } from './autonomy-card.tsx';
import { CreatorCard } from './creator-card.tsx';
import { DemoNote } from './demo-note.tsx';
import { FirstSteps } from './first-steps.tsx';

const tabs = [
  { tab: 'waiting', label: 'waiting for you' },
  { tab: 'proposals', label: 'open proposals' },
  { tab: 'automatic', label: 'answered automatically' },
] as const;

/**
 * Shows an overview of the workspace: waiting and answered conversations, what to teach next, automatic answers, and
 * the month's replies.
 */
export function HomePage() {
  const { id: workspaceId, name } = useWorkspace();
  const base = `/w/${encodeURIComponent(workspaceId)}`;
  const inbox = useWaiting(workspaceId);
  const usage = useRead('readUsage', { workspaceId });
  const profiles = useRead('listProfiles', { workspaceId });
  return (
    <Page title={name} about="See what is waiting for you and what to teach next.">
      <DemoNote />
      <FirstSteps />
      <Loaded query={inbox} lines={3}>
        {({ counts }) => (
          <ul className="home-counts">
            {tabs.map(({ tab, label }) => (
              <li key={tab} className="card">
                <Link href={`${base}/inbox/${tab}`}>
                  <strong className="home-number">{counts[tab].toLocaleString()}</strong> {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Loaded query={profiles} lines={4}>
        {({ profiles: found }) => (
          <div className="columns">
            {found.map(({ id, displayName, facts }) => (
              <CreatorCard key={id} profileId={id} displayName={displayName} facts={facts} base={base} />
            ))}
          </div>
        )}
      </Loaded>
      <AutonomyCard />
      <Loaded query={usage} lines={3}>
        {({ usage: { used, limit, remaining } }) => (
          <section className="card stack">
            <h2>
              {used.toLocaleString()} of {limit.toLocaleString()} replies this month
            </h2>
            <Meter label="Replies used this month" value={used} max={limit} />
            <div className="row-between">
              <span className="muted">{remaining.toLocaleString()} left</span>
              <LinkButton isSmall href={`${base}/usage`}>
                See usage
              </LinkButton>
            </div>
          </section>
        )}
      </Loaded>
    </Page>
  );
}
