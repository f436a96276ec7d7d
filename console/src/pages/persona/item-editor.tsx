import { useLocation, useSearchParams } from 'wouter';
import type { ItemView } from '../../../../server/src/domain/console/persona-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { ItemFields } from './item-fields.tsx';
import { blankItem, formOf, itemOf } from './item-form.ts';
import { type ItemKind, statusWords, usabilityWords } from './item-words.ts';
import type { PersonaDraft } from './studio-part-props.ts';
import { useUndo } from './use-undo.ts';

interface ItemEditorProps {
  readonly draft: PersonaDraft;
  readonly kind: ItemKind;
  /** Undefined for a new item. */
  readonly view: ItemView | undefined;
  readonly listHref: string;
}

/** Shows the form for one item. The browser tab keeps the input until it is saved or discarded. */
export function ItemEditor({ draft, kind, view, listHref }: ItemEditorProps) {
  const { id: workspaceId, can } = useWorkspace();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const { profileId, version } = draft;
  const params = { workspaceId, profileId };
  const offerUndo = useUndo(params);
  const question = search.get('asked');
  const initial =
    view === undefined ? { ...blankItem, aliases: question ?? '', onPage: search.has('onPage') } : formOf(view);
  const form = useFormDraft(`item:${workspaceId}:${profileId}:${kind}:${view?.id ?? `new${question ?? ''}`}`, initial);
  const reads = ['readDraft'] as const;
  const save = useAction('saveItem', {
    refreshes: reads,
    isOfForm: true,
    onDone: (changed) => {
      form.clear();
      offerUndo(changed, 'Saved to the draft');
      navigate(listHref);
    },
  });
  const remove = useAction('removeItem', {
    refreshes: reads,
    isOfForm: true,
    onDone: (changed) => {
      form.clear();
      offerUndo(changed, 'Removed from the draft');
      navigate(listHref);
    },
  });
  const mine = useRead('readWarnings', params, {}, { isWanted: false }).data?.warnings.filter(
    ({ itemIds }) => view !== undefined && itemIds.includes(view.id),
  );
  const isRemoved = view?.status === 'removed';
  const isLocked = isRemoved || !can('editor');
  return (
    <form
      className="card stack"
      aria-label={view === undefined ? `New ${kind}` : `Edit ${kind}`}
      onSubmit={(event) => {
        event.preventDefault();
        const known = view === undefined ? {} : { id: view.id };
        save.mutate({ params, input: { version, ...known, ...itemOf(kind, form.values) } });
      }}
    >
      <div className="row-between">
        <h2>{view === undefined ? `New ${kind}` : `Edit ${kind}`}</h2>
        {view !== undefined && <ItemBadges view={view} />}
      </div>
      {isRemoved && (
        <Note tone="stop">It is removed from the draft but still live. You can undo this under History.</Note>
      )}
      {view !== undefined && view.usability !== 'usable' && !isRemoved && (
        <Note tone="caution">{usabilityWords[view.usability]?.about}</Note>
      )}
      {mine?.map(({ kind: warning, message, alias }) => (
        <Note key={warning + alias} tone="caution">
          {message}
        </Note>
      ))}
      <ItemFields kind={kind} form={form} error={save.error} isLocked={isLocked} />
      <FormError error={save.error ?? remove.error} />
      {!isLocked && (
        <div className="row sticky-actions">
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            Save to the draft
          </Button>
          {form.isDirty && (
            <Button kind="quiet" onClick={form.clear}>
              Undo my changes
            </Button>
          )}
          {view !== undefined && (
            <Button
              kind="danger"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ params: { ...params, itemId: view.id }, input: { version } })}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function ItemBadges({ view }: { view: ItemView }) {
  const status = statusWords[view.status];
  const usability = usabilityWords[view.usability];
  return (
    <span className="row">
      {status !== null && <Badge tone={status.tone}>{status.name}</Badge>}
      {usability !== null && <Badge tone={usability.tone}>{usability.name}</Badge>}
      {status === null && usability === null && <Badge tone="good">live</Badge>}
    </span>
  );
}
