import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { CopyValue } from '../../ui/copy-button.tsx';

export type ConnectionView = ConsoleOutput<'listConnections'>['connections'][number];

/** Lists the steps that the creator follows to start receiving messages, with the values to copy. */
export function ConnectionSteps({
  connection: { steps, receiverUrl },
  secrets = [],
}: {
  readonly connection: Pick<ConnectionView, 'steps' | 'receiverUrl'>;
  readonly secrets?: readonly { readonly title: string; readonly value: string }[];
}) {
  const values = [...(receiverUrl === null ? [] : [{ title: 'Address', value: receiverUrl }]), ...secrets];
  return (
    <div className="stack">
      {values.map(({ title, value }) => (
        <CopyValue key={title} title={title} value={value} />
      ))}
      <ol className="stack-tight">
        {steps.map((step) => (
          <li key={step} className="breaks">
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
