import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';

interface ElsewhereDialogProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  /** Called with the text of the answer, or with null if the user left the text out. */
  readonly onAnswered: (text: string | null) => void;
}

/** Records an answer that was given outside the console. The user can include or leave out its text. */
export function ElsewhereDialog({ isBusy, error, onClose, onAnswered }: ElsewhereDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog title="I answered elsewhere" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswered(text.trim() === '' ? null : text.trim());
        }}
      >
        <TextArea
          label="What you answered (optional)"
          hint="It keeps the conversation complete, and Understudy can learn from it."
          rows={4}
          maxLength={4_000}
          value={text}
          onChange={setText}
        />
        <FormError error={error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Mark as answered
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
