import type { Trial } from '../../../../server/src/domain/console/insight-contract.ts';
import type { ConsoleInput } from '../../../../server/src/domain/console/routes.ts';
import type { RiskLevel } from '../../../../server/src/domain/decision.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Select, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { riskWords } from '../shared/words.ts';

const risks = Object.entries(riskWords).map(([value, { name }]) => ({
  // `Object.entries` types the keys as string, but they are risk levels.
  value: value as RiskLevel,
  label: name,
}));

/**
 * Saves a message that was tried in the playground as a test case. Every rehearsal drafts a reply to it, and reports
 * when its outcome changes.
 */
export function SaveCaseDialog({
  tried,
  trial,
  onClose,
}: {
  readonly tried: ConsoleInput<'tryMessage'>;
  readonly trial: Trial;
  readonly onClose: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const { decision } = trial;
  const form = useFormDraft(`case:${workspaceId}:${tried.message}`, {
    name: tried.message.slice(0, 60),
    riskLevel: decision.riskLevel,
    isWordForWord: false,
  });
  const save = useAction('saveTestCase', {
    refreshes: ['listTestCases'],
    isOfForm: true,
    onDone: () => {
      form.clear();
      toast({ text: 'Saved. Every rehearsal now checks it.' });
      onClose();
    },
  });
  const { name, riskLevel, isWordForWord } = form.values;
  return (
    <Dialog title="Save as a test case" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const { message, profileId, history } = tried;
          const expected = { riskLevel, ...(isWordForWord ? { reply: decision.reply } : {}) };
          const said = history === undefined ? {} : { history };
          save.mutate({ params: { workspaceId }, input: { message, profileId, ...said, name: name.trim(), expected } });
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={120}
          value={name}
          onChange={(value) => form.set({ name: value })}
          error={faultOf(save.error, 'name')}
        />
        <Select
          label="It should be"
          value={riskLevel}
          options={risks}
          onChange={(value) => form.set({ riskLevel: value })}
        />
        <Choice
          label="Exactly this reply"
          hint="Otherwise, any wording passes."
          isChecked={isWordForWord}
          onChange={(value) => form.set({ isWordForWord: value })}
        />
        <FormError error={save.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
