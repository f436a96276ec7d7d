import type { AutonomyView } from '../../../../server/src/domain/console/insight-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';

const levels: readonly { readonly value: AutonomyView['autonomy']; readonly label: string; readonly hint: string }[] = [
  {
    value: 'off',
    label: 'Only suggest',
    hint: 'Every reply waits for you. Start here and see what would have been answered.',
  },
  { value: 'careful', label: 'Careful', hint: 'Answers what is most likely right.' },
  { value: 'balanced', label: 'Balanced', hint: 'Answers more, and more of these answers are wrong.' },
];

/**
 * Lets an owner choose how many messages are answered automatically. Also shows how many messages would have been
 * answered automatically while the service only suggested replies.
 */
export function AutonomyCard() {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const query = useRead('readAutonomy', { workspaceId });
  const set = useAction('setAutonomy', {
    refreshes: ['readAutonomy', 'readThread'],
    mayRepeat: true,
    onDone: () => toast({ text: 'Saved. It takes effect with the next message.' }),
  });
  return (
    <section className="card stack" aria-label="Automatic answers">
      <h2>Automatic answers</h2>
      <Loaded query={query} lines={4}>
        {({ autonomy, trials }) => (
          <>
            <p>
              <strong>{trialWords(trials)}</strong>
            </p>
            <fieldset disabled={!can('owner') || set.isPending}>
              <legend className="visually-hidden">How much is answered automatically</legend>
              {levels.map(({ value, label, hint }) => (
                <Choice
                  key={value}
                  radioOf="autonomy"
                  label={label}
                  hint={hint}
                  isChecked={(set.isPending ? set.variables.input.autonomy : autonomy) === value}
                  onChange={() => set.mutate({ params: { workspaceId }, input: { autonomy: value } })}
                />
              ))}
            </fieldset>
            {!can('owner') && <p className="small muted">Owners of this workspace can change this.</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

function trialWords(trials: AutonomyView['trials']): string {
  const sum = (name: 'drafts' | 'automatic' | 'changed' | 'judged') =>
    trials.reduce((total, trial) => total + trial[name], 0);
  if (sum('drafts') === 0) return 'Choose “Only suggest” for a week to see how many replies would have been right.';
  const share = Math.round((100 * sum('automatic')) / sum('drafts'));
  return `${share} % of ${sum('drafts')} messages would have been answered automatically. Of the ${sum('judged')} replies that you acted on, you changed ${sum('changed')}.`;
}
