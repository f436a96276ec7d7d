import { Redirect, useParams } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { Note } from '../../ui/badge.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { NotFound } from '../shared/not-found.tsx';
import { DeliveriesPart } from './deliveries-part.tsx';
import { KeysPart } from './keys-part.tsx';
import { NotificationsPart } from './notifications-part.tsx';
import { OriginsPart } from './origins-part.tsx';

const parts = { keys: KeysPart, origins: OriginsPart, notifications: NotificationsPart, deliveries: DeliveriesPart };

/** Shows the settings for an agent's developer: keys, browser origins, notifications and their deliveries. */
export function SettingsPage() {
  const { id, can } = useWorkspace();
  const { part } = useParams<{ part?: string }>();
  const base = `/w/${encodeURIComponent(id)}/settings`;
  if (!can('owner'))
    return (
      <Page title="Developer">
        <Note>Only owners of this workspace can see its keys and settings.</Note>
      </Page>
    );
  if (part === undefined) return <Redirect to={`${base}/keys`} replace />;
  if (!isPart(part)) return <NotFound back={`${base}/keys`} label="Go to the keys" />;
  const Part = parts[part];
  return (
    <Page title="Developer" about="How your programs reach this workspace, and how it notifies you.">
      <Tabs
        label="Developer settings"
        tabs={[
          { href: `${base}/keys`, label: 'Keys' },
          { href: `${base}/origins`, label: 'Browser origins' },
          { href: `${base}/notifications`, label: 'Notifications' },
          { href: `${base}/deliveries`, label: 'Delivery log' },
        ]}
      />
      <Part />
    </Page>
  );
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name);
}
