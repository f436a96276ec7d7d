import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AboutPart } from './about-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { ItemsPart } from './items-part.tsx';
import { PublishPart } from './publish-part.tsx';
import type { StudioPartProps } from './studio-part-props.ts';
import { TransferPart } from './transfer-part.tsx';
import { WarningsPart } from './warnings-part.tsx';

const itemParts = { facts: 'fact', offers: 'offer', phrases: 'phrase' } as const;
const parts = {
  voice: AboutPart,
  warnings: WarningsPart,
  history: HistoryPart,
  transfer: TransferPart,
  publish: PublishPart,
};

type ItemPart = keyof typeof itemParts;
export type StudioPart = ItemPart | keyof typeof parts;

/** Returns true if the studio has a part with this name. */
export function isStudioPart(name: string): name is StudioPart {
  return isItemPart(name) || Object.hasOwn(parts, name);
}

function isItemPart(name: string): name is ItemPart {
  return Object.hasOwn(itemParts, name);
}

interface StudioProps {
  readonly profileId: string;
  readonly part: StudioPart;
  readonly itemId: string | undefined;
}

/** Shows one profile's persona with its unpublished changes. Replies use a change only after it is published. */
export function Studio({ profileId, part, itemId }: StudioProps) {
  const { id: workspaceId, can } = useWorkspace();
  const base = `/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(profileId)}`;
  const query = useRead('readDraft', { workspaceId, profileId });
  const warnings = useRead('readWarnings', { workspaceId, profileId });
  const found = warnings.data?.version === query.data?.version ? warnings.data?.warnings.length : null;
  const items = query.data?.items ?? [];
  const countOf = (kind: string) => items.filter((item) => item.kind === kind && item.status !== 'removed').length;
  return (
    <Page
      title={query.data?.displayName ?? 'Persona'}
      actions={
        <LinkButton href={`/w/${encodeURIComponent(workspaceId)}/persona`} kind="quiet">
          All creators
        </LinkButton>
      }
    >
      <Tabs
        label="Parts of the persona"
        tabs={[
          { href: `${base}/facts`, label: 'Facts', count: countOf('fact') },
          { href: `${base}/offers`, label: 'Offers', count: countOf('offer') },
          { href: `${base}/phrases`, label: 'Phrases', count: countOf('phrase') },
          { href: `${base}/voice`, label: 'Voice and rules' },
          { href: `${base}/warnings`, label: 'Warnings', count: found },
          { href: `${base}/history`, label: 'History' },
          { href: `${base}/transfer`, label: 'Import and export' },
        ]}
      />
      <Loaded query={query} lines={12}>
        {(draft) => (
          <>
            {part !== 'publish' && <PublishBar draft={draft} base={base} />}
            {!can('editor') && <Note>You can read everything here. Editors and owners can change it.</Note>}
            <Part part={part} itemId={itemId} draft={draft} base={base} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Part({ part, itemId, ...rest }: StudioPartProps & { part: StudioPart; itemId: string | undefined }) {
  if (isItemPart(part)) return <ItemsPart key={part} {...rest} part={part} kind={itemParts[part]} itemId={itemId} />;
  const Shown = parts[part];
  return <Shown {...rest} />;
}

function PublishBar({ draft: { items, unpublishedChanges, isBehind, updatedBy }, base }: StudioPartProps) {
  const { can } = useWorkspace();
  return (
    <div className="publish-bar">
      <span>
        {unpublishedChanges === 0 && items.length === 0 && 'Start with a few facts, a greeting and a holding phrase.'}
        {unpublishedChanges === 0 && items.length > 0 && 'Everything here is live.'}
        {unpublishedChanges > 0 && (
          <>
            <strong>
              {unpublishedChanges} {unpublishedChanges === 1 ? 'change is' : 'changes are'} not live yet
            </strong>
            {updatedBy !== null && <span className="muted">, the last by {updatedBy}</span>}
          </>
        )}
        {isBehind && <span className="muted"> An import has replaced the live version. Publishing overwrites it.</span>}
      </span>
      {unpublishedChanges > 0 && can('editor') && (
        <LinkButton href={`${base}/publish`} kind="primary">
          Rehearse and publish
        </LinkButton>
      )}
    </div>
  );
}
