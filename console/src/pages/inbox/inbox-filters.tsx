import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Select, TextField } from '../../ui/field.tsx';

export interface Filters {
  readonly search: string;
  readonly profileId: string;
  readonly channel: string;
  readonly order: '' | 'urgency' | 'newest' | 'oldest';
}

export const blankFilters: Filters = { search: '', profileId: '', channel: '', order: '' };

const orders: readonly { readonly value: Filters['order']; readonly label: string }[] = [
  { value: '', label: 'Default' },
  { value: 'urgency', label: 'Most urgent first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

/** Lets the user choose the conversations that a tab lists, and their order. */
export function InboxFilters({
  values,
  channels,
  onChange,
}: {
  readonly values: Filters;
  readonly channels: readonly string[];
  readonly onChange: (patch: Partial<Filters>) => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const profiles = useRead('listProfiles', { workspaceId }).data?.profiles ?? [];
  return (
    <div className="stack-tight">
      <TextField
        label="Search"
        type="search"
        placeholder="Name, handle or message"
        maxLength={200}
        value={values.search}
        onChange={(search) => onChange({ search })}
      />
      <details>
        <summary className="small">Filter and sort</summary>
        <div className="stack-tight">
          {profiles.length > 1 && (
            <Select
              label="Creator"
              value={values.profileId}
              options={[
                { value: '', label: 'All creators' },
                ...profiles.map(({ id, displayName }) => ({ value: id, label: displayName })),
              ]}
              onChange={(profileId) => onChange({ profileId })}
            />
          )}
          {channels.length > 1 && (
            <Select
              label="Channel"
              value={values.channel}
              options={[
                { value: '', label: 'All channels' },
                ...channels.map((channel) => ({ value: channel, label: channel })),
              ]}
              onChange={(channel) => onChange({ channel })}
            />
          )}
          <Select label="Order" value={values.order} options={orders} onChange={(order) => onChange({ order })} />
        </div>
      </details>
    </div>
  );
}
