import { useState } from 'react';
import type { ItemView } from '../../../../server/src/domain/console/persona-contract.ts';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { pageDoubtsOf } from '../../../../server/src/domain/page/page-doubts.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { titleOf } from '../persona/item-words.ts';
import { doubtSentence } from './doubt-words.ts';
import type { PagePartProps } from './page-part-props.ts';
import { PublishOnPage } from './publish-on-page.tsx';
import { useSaveOnPage } from './use-save-on-page.ts';

/**
 * Lets the creator choose the content of the Page: facts, offers, and the phrases that the Page shows without an
 * answer.
 */
export function ItemsPart({ page, name }: PagePartProps) {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readDraft', { workspaceId, profileId: page.profileId });
  return (
    <Loaded query={query} lines={10}>
      {(draft) => <Items page={page} name={name} draft={draft} />}
    </Loaded>
  );
}

function Items({ page, name, draft }: PagePartProps & { draft: ConsoleOutput<'readDraft'> }) {
  const { id: workspaceId, can } = useWorkspace();
  const items = draft.items.filter(isForPage);
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const save = useSaveOnPage({ workspaceId, profileId: page.profileId });
  const isChosen = (view: ItemView) => chosen[view.id] ?? view.item.onPage ?? false;
  const changed = items.filter((view) => isChosen(view) !== (view.item.onPage ?? false));
  const choose = (views: readonly ItemView[], is: boolean) =>
    setChosen({ ...chosen, ...Object.fromEntries(views.map(({ id }) => [id, is])) });
  const studio = `/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(page.profileId)}`;
  if (items.length === 0)
    return (
      <Empty title="Nothing is approved yet">
        <p>The Page shows approved facts and offers, and your disclosure and support phrases.</p>
        <LinkButton href={`${studio}/facts`}>Open the persona studio</LinkButton>
      </Empty>
    );
  return (
    <div className="stack prose">
      {!save.isPending && <PublishOnPage page={page} name={name} draft={draft} />}
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { version: draft.version, views: changed.map((view) => ({ view, onPage: isChosen(view) })) },
            { onSuccess: () => setChosen({}) },
          );
        }}
      >
        <p>Everyone can read what is on the Page. The Page answers a question only with what is on it.</p>
        {can('editor') && (
          <div className="row">
            <Button
              isSmall
              onClick={() =>
                choose(
                  items.filter((view) => pageDoubtsOf(view.item).length === 0),
                  true,
                )
              }
            >
              Choose all items that have no warning
            </Button>
            <Button isSmall kind="quiet" onClick={() => choose(items, false)}>
              Choose none
            </Button>
          </div>
        )}
        <ul className="stack-tight">
          {items.map((view) => (
            <li key={view.id}>
              <ItemChoice view={view} isChecked={isChosen(view)} onChange={(is) => choose([view], is)} />
            </li>
          ))}
        </ul>
        <FormError error={save.error} />
        {can('editor') && (
          <div className="save-bar row">
            <Button
              kind="primary"
              type="submit"
              isBusy={save.isPending}
              aria-disabled={changed.length === 0 ? true : undefined}
            >
              {changed.length === 0
                ? 'Save to the draft'
                : `Save ${changed.length} ${changed.length === 1 ? 'change' : 'changes'} to the draft`}
            </Button>
          </div>
        )}
      </form>
    </div>
  );
}

function ItemChoice({
  view,
  isChecked,
  onChange,
}: {
  view: ItemView;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const { can } = useWorkspace();
  const doubts = pageDoubtsOf(view.item);
  const title = titleOf(view);
  return (
    <>
      <Choice
        label={<span className="breaks">{view.item.text}</span>}
        hint={title === '' ? undefined : title}
        isChecked={isChecked}
        onChange={onChange}
        disabled={!can('editor')}
      />
      {doubts.length > 0 && <Note tone="caution">{doubtSentence(doubts)}</Note>}
    </>
  );
}

/**
 * Returns true for an item that the Page may show. A phrase is included only if the Page shows it by itself; all other
 * phrases appear only as part of an answer.
 */
function isForPage({ kind, item, status, usability }: ItemView): boolean {
  if (status === 'removed' || usability === 'unapproved' || usability === 'over') return false;
  return kind !== 'phrase' || item.use === 'disclosure' || item.use === 'support';
}
