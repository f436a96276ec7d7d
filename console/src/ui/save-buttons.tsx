import { Button } from './button.tsx';

/** Shows the buttons at the end of a form, which save the form and, after a change, can also discard the changes. */
export function SaveButtons({
  isBusy,
  isDirty,
  onUndo,
}: {
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  readonly onUndo: () => void;
}) {
  return (
    <div className="row">
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Save
      </Button>
      {isDirty && (
        <Button kind="quiet" onClick={onUndo}>
          Undo my changes
        </Button>
      )}
    </div>
  );
}
