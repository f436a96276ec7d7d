import './playground.css';
import { useEffect, useRef, useState } from 'react';
import type { ConsoleInput } from '../../../../server/src/domain/console/routes.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea } from '../../ui/field.tsx';
import { linesOf } from '../../ui/lines.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, FormError, Loaded, Loading } from '../../ui/states.tsx';
import { HistoryFields, type HistoryLine } from './history-fields.tsx';
import { NextStep } from './next-step.tsx';
import { SaveCaseDialog } from './save-case-dialog.tsx';
import { TestCaseList } from './test-case-list.tsx';
import { TrialView } from './trial-view.tsx';
import { noteTried } from './tried.ts';

type Persona = 'published' | 'draft';

interface TryForm {
  readonly message: string;
  readonly profileId: string;
  readonly persona: Persona;
  readonly history: readonly HistoryLine[];
  readonly tags: string;
  readonly notes: string;
}

const blank: TryForm = { message: '', profileId: '', persona: 'published', history: [], tags: '', notes: '' };
const personas: readonly { readonly value: Persona; readonly label: string }[] = [
  { value: 'published', label: 'The live version' },
  { value: 'draft', label: 'The draft, not published yet' },
];

/**
 * Lets the user try a message, and shows the decision, the reply, and the reasons. A trial costs nothing and is not
 * stored.
 */
export function PlaygroundPage() {
  const { id: workspaceId, can } = useWorkspace();
  const profiles = useRead('listProfiles', { workspaceId });
  return (
    <Page
      title="Try it"
      about="Write what a fan would write and see the reply. It is free, and nothing is stored or sent."
    >
      <Loaded query={profiles} lines={8}>
        {({ profiles: found }) =>
          found.length === 0 ? (
            <Empty title="No creator yet">
              <p>Add a creator and a few facts first.</p>
            </Empty>
          ) : (
            <Playground
              canSave={can('editor')}
              profiles={found.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function Playground({
  profiles,
  canSave,
}: {
  profiles: readonly { readonly value: string; readonly label: string }[];
  canSave: boolean;
}) {
  const { id: workspaceId, can } = useWorkspace();
  const first = profiles[0]?.value ?? '';
  const form = useFormDraft<TryForm>(`try:${workspaceId}`, { ...blank, profileId: first });
  const [tried, setTried] = useState<ConsoleInput<'tryMessage'> | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const attempt = useAction('tryMessage', {
    isOfForm: true,
    mayRepeat: true,
    onDone: () => noteTried(workspaceId),
  });
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the answer is below the visible area.
    const top = answer.current?.getBoundingClientRect().top ?? 0;
    if (attempt.data !== undefined && top > window.innerHeight / 2) answer.current?.scrollIntoView({ block: 'start' });
  }, [attempt.data]);
  const { message, persona, history, tags, notes } = form.values;
  const profileId = profiles.some(({ value }) => value === form.values.profileId) ? form.values.profileId : first;

  function run() {
    const relationship = {
      ...(tags.trim() === '' ? {} : { tags: linesOf(tags.replaceAll(',', '\n')) }),
      ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
    };
    const said = history.filter(({ body }) => body.trim() !== '').map((line) => ({ ...line, body: line.body.trim() }));
    const input: ConsoleInput<'tryMessage'> = {
      message: message.trim(),
      profileId,
      persona,
      ...(said.length === 0 ? {} : { history: said }),
      ...(Object.keys(relationship).length === 0 ? {} : { relationship }),
    };
    setTried(input);
    attempt.mutate({ params: { workspaceId }, input });
  }

  return (
    <>
      <div className="playground">
        <form
          className="card stack"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <TextArea
            label="Message"
            required
            minLength={2}
            maxLength={800}
            rows={4}
            placeholder="hi! do you ship to Brazil?"
            value={message}
            onChange={(value) => form.set({ message: value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
            error={faultOf(attempt.error, 'message')}
          />
          <div className="columns">
            <Select
              label="Written to"
              value={profileId}
              options={profiles}
              onChange={(value) => form.set({ profileId: value })}
            />
            <Select
              label="Answered with"
              value={persona}
              options={personas}
              onChange={(value) => form.set({ persona: value })}
            />
          </div>
          <HistoryFields history={history} onChange={(lines) => form.set({ history: lines })} />
          <details>
            <summary>Name of the sender</summary>
            <div className="stack">
              <TextArea
                label="Tags"
                hint="Separated by commas, such as member, vip"
                rows={1}
                value={tags}
                onChange={(value) => form.set({ tags: value })}
              />
              <TextArea
                label="Notes"
                rows={2}
                maxLength={2_000}
                value={notes}
                onChange={(value) => form.set({ notes: value })}
              />
            </div>
          </details>
          <FormError error={attempt.error} />
          <div className="row">
            <Button kind="primary" type="submit" isBusy={attempt.isPending}>
              Suggest a reply
            </Button>
            {form.isDirty && (
              <Button
                kind="quiet"
                onClick={() => {
                  form.clear();
                  attempt.reset();
                }}
              >
                Clear
              </Button>
            )}
          </div>
        </form>
        <div className="stack" aria-live="polite" ref={answer}>
          {attempt.isPending && <Loading lines={8} />}
          {attempt.data !== undefined && tried !== null && (
            <TrialView
              trial={attempt.data}
              message={tried.message}
              studio={`/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(tried.profileId)}`}
            >
              <NextStep
                trial={attempt.data}
                message={tried.message}
                base={`/w/${encodeURIComponent(workspaceId)}`}
                profileId={tried.profileId}
                isOwner={can('owner')}
              />
              {canSave && <Button onClick={() => setIsSaving(true)}>Save as a test case</Button>}
            </TrialView>
          )}
          {attempt.data === undefined && !attempt.isPending && (
            <Empty title="The reply appears here">
              <p>
                You also see what was understood, which items support the reply, and whether and why you need to approve
                the reply.
              </p>
            </Empty>
          )}
        </div>
      </div>
      <TestCaseList
        onLoad={(testCase) => {
          form.set({ message: testCase.message, profileId: testCase.profileId, history: testCase.history });
          window.scrollTo({ top: 0 });
        }}
      />
      {isSaving && tried !== null && attempt.data !== undefined && (
        <SaveCaseDialog tried={tried} trial={attempt.data} onClose={() => setIsSaving(false)} />
      )}
    </>
  );
}
