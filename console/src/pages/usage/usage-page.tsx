import './usage.css';
import type { ReactNode } from 'react';
import type { UsageView } from '../../../../server/src/domain/console/insight-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Page } from '../../ui/page.tsx';
import { BarList, DayBars } from '../../ui/plots.tsx';
import { Loaded } from '../../ui/states.tsx';
import { dayOf } from '../../ui/when.tsx';
import { intentName } from '../shared/words.ts';
import { GapsSection } from './gaps-section.tsx';

/** Shows the allowance, and counts of the replies and of the intents of messages. Shows no message text. */
export function UsagePage() {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readUsage', { workspaceId }, {}, { everyMs: 60_000 });
  return (
    <Page title="Usage" about="Numbers only, no messages.">
      <Loaded query={query} lines={14}>
        {(view) => (
          <>
            <Allowance view={view} />
            <Figures view={view} />
            <section className="card stack">
              <h2>Replies by day</h2>
              <DayBars
                label="Replies in the last 30 days"
                series={[
                  { name: 'Agents', className: 'series-1' },
                  { name: 'Inbox', className: 'series-2' },
                  { name: 'Page', className: 'series-3' },
                ]}
                days={view.days.map(({ day, api, inbox, page }) => ({ day, values: [api, inbox, page] }))}
              />
            </section>
            <section className="card stack">
              <h2>What was asked, last 30 days</h2>
              <Intents view={view} />
            </section>
          </>
        )}
      </Loaded>
      {/* Hidden until the content above it is loaded, because that content would push it down. */}
      <div hidden={query.isPending}>
        <GapsSection />
      </div>
    </Page>
  );
}

function Allowance({ view: { usage, forecast } }: { view: UsageView }) {
  const { used, limit, remaining, period, plan } = usage;
  return (
    <section className="card stack">
      <div className="row-between">
        <h2>
          {used.toLocaleString()} of {limit.toLocaleString()} replies this month
        </h2>
        <span className="small muted">
          {plan} plan, renews {dayOf(period.end)}
        </span>
      </div>
      <Meter label="Replies used this month" value={used} max={limit} />
      <p className="muted">
        {remaining.toLocaleString()} left. At last week’s pace, you will use about {forecast.used.toLocaleString()} by
        the end of the month.
      </p>
      {forecast.usedUpAt !== null && (
        <Note tone="caution">At this pace, the allowance will be used up on {dayOf(forecast.usedUpAt)}.</Note>
      )}
    </section>
  );
}

function Figures({ view: { usage, fallbacks, deliveries } }: { view: UsageView }) {
  const { replays, handoffs, bySource } = usage.totals;
  return (
    <dl className="figures">
      <Figure name="Replies" value={bySource.api + bySource.inbox + bySource.page} hint="suggested this month" />
      <Figure name="Repeats" value={replays} hint="repeated requests, not counted" />
      <Figure name="Handed to you" value={handoffs} hint="by one of your programs" />
      {fallbacks > 0 && (
        <Figure
          name="Without the model"
          value={fallbacks}
          hint="replies that the model should have worded but did not"
        />
      )}
      <Figure
        name="Notified"
        value={deliveries.delivered}
        hint={`${deliveries.queued + deliveries.delivering} on the way`}
      />
      <Figure name="Not notified" value={deliveries.failed} hint="deliveries that failed" />
    </dl>
  );
}

function Figure({ name, value, hint }: { name: string; value: number; hint: ReactNode }) {
  return (
    <div className="card figure">
      <dt className="small muted">{name}</dt>
      <dd className="figure-value">{value.toLocaleString()}</dd>
      <dd className="small muted">{hint}</dd>
    </div>
  );
}

function Intents({ view: { byIntent } }: { view: UsageView }) {
  if (byIntent.length === 0) return <p className="muted">No replies in the last 30 days.</p>;
  return (
    <>
      <div className="row">
        <span className="legend-item">
          <i className="series-good" /> safe
        </span>
        <span className="legend-item">
          <i className="series-caution" /> for you to decide
        </span>
        <span className="legend-item">
          <i className="series-stop" /> blocked
        </span>
      </div>
      <BarList
        rows={byIntent.map(({ intent, safe, review, blocked }) => ({
          name: intentName(intent),
          parts: [
            { name: 'safe', className: 'series-good', value: safe },
            { name: 'for you to decide', className: 'series-caution', value: review },
            { name: 'blocked', className: 'series-stop', value: blocked },
          ],
        }))}
      />
    </>
  );
}
