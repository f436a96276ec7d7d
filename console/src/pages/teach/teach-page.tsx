import { useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { GapsSection } from '../usage/gaps-section.tsx';
import { AssistantCard } from './assistant-card.tsx';
import { ModelCard } from './model-card.tsx';
import { SettledNote } from './settled-note.tsx';
import { TeachItem } from './teach-item.tsx';

/**
 * Shows how well the service recognises questions about each fact and offer, and lets the user add training phrases.
 */
export function TeachPage() {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('listProfiles', { workspaceId });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Page
      title="Teach"
      about="The more questions you teach, the more messages are answered automatically. Questions never change what an answer says."
    >
      <Loaded query={query} lines={8}>
        {({ profiles }) => {
          const profileId = chosen ?? profiles[0]?.id;
          if (profileId === undefined) {
            return (
              <Empty title="No creator yet">
                <p>Add facts first. Then teach how fans ask about them.</p>
                <LinkButton href={`/w/${encodeURIComponent(workspaceId)}/start`} kind="primary">
                  Add facts
                </LinkButton>
              </Empty>
            );
          }
          return (
            <>
              {profiles.length > 1 && (
                <Select
                  label="Creator"
                  value={profileId}
                  options={profiles.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                  onChange={setChosen}
                />
              )}
              <Lessons key={profileId} profileId={profileId} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Lessons({ profileId }: { readonly profileId: string }) {
  const { id: workspaceId, can } = useWorkspace();
  const params = { workspaceId, profileId };
  const query = useRead('readTeaching', params);
  const recognition = useRead('readRecognition', params);
  const settle = useAction('settleTeaching', { refreshes: ['readTeaching', 'readRecognition'], isOfForm: true });
  return (
    <>
      <GapsSection profileId={profileId} />
      {can('editor') && (
        <div className="columns">
          <AssistantCard profileId={profileId} />
          <ModelCard profileId={profileId} />
        </div>
      )}
      <Loaded query={query} lines={12}>
        {({ items, isDraft }) => {
          const hasOthers = items.some(({ suggested }) => suggested.some(({ isOfFan }) => !isOfFan));
          const titles = new Map(items.map(({ id, title }) => [id, title]));
          const recognised = new Map(recognition.data?.items.map((each) => [each.id, each]));
          return (
            <section className="stack">
              <div className="row-between">
                <h2>Facts and offers</h2>
                {can('editor') && hasOthers && (
                  <Button
                    kind="primary"
                    isBusy={settle.isPending}
                    onClick={() => settle.mutate({ params, input: { outcome: 'accepted' } })}
                  >
                    Accept all suggestions
                  </Button>
                )}
              </div>
              {isDraft && (
                <Note tone="info">Some changes are not published yet. What you accept is published with them.</Note>
              )}
              {settle.data !== undefined && <SettledNote settled={settle.data} />}
              <FormError error={settle.error} />
              {items.length === 0 && (
                <Empty title="Nothing to teach yet">
                  <p>Write a fact or an offer under Persona first.</p>
                </Empty>
              )}
              <ul className="stack">
                {items.map((item) => (
                  <TeachItem
                    key={item.id}
                    item={item}
                    profileId={profileId}
                    titles={titles}
                    recognised={recognised.get(item.id)}
                    isMeasuring={recognition.isPending}
                  />
                ))}
              </ul>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}
