import { Button } from './button.tsx';

/** The end of a form: save it or, once something was changed, take the changes back. */
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
