import { Button } from './button.tsx';

/** Shows the button that saves a form and, if the form has unsaved changes, a button that discards them. */
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
