import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

export interface HistoryLine {
  readonly direction: 'inbound' | 'outbound';
  readonly body: string;
}

const directions = [
  { value: 'inbound', label: 'The fan' },
  { value: 'outbound', label: 'The creator' },
] as const;

/** Shows a field for each earlier message of the conversation, oldest first. */
export function HistoryFields({
  history,
  onChange,
}: {
  readonly history: readonly HistoryLine[];
  readonly onChange: (history: readonly HistoryLine[]) => void;
}) {
  const change = (at: number, patch: Partial<HistoryLine>) =>
    onChange(history.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  return (
    <details open={history.length > 0}>
      <summary>What was said before</summary>
      <div className="stack">
        {history.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity other than their position
          <div key={index} className="line">
            <Select
              label="Who"
              value={line.direction}
              options={directions}
              onChange={(direction) => change(index, { direction })}
            />
            <TextField label="Said" maxLength={700} value={line.body} onChange={(body) => change(index, { body })} />
            <Button
              kind="quiet"
              className="button-icon"
              aria-label={`Remove line ${index + 1}`}
              onClick={() => onChange(history.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </Button>
          </div>
        ))}
        <div>
          <Button
            isSmall
            disabled={history.length >= 40}
            onClick={() =>
              onChange([...history, { direction: history.length % 2 === 0 ? 'inbound' : 'outbound', body: '' }])
            }
          >
            <Icon name="plus" size={16} /> Add a line
          </Button>
        </div>
      </div>
    </details>
  );
}
