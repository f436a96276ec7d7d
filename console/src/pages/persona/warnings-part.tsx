import { Link } from 'wouter';
import type { WarningView } from '../../../../server/src/domain/console/persona-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { titleOf } from './item-words.ts';
import type { StudioPartProps } from './studio-part-props.ts';

const kinds: Readonly<Record<WarningView['kind'], { readonly name: string; readonly tone: Tone }>> = {
  contradiction: { name: 'Contradiction', tone: 'stop' },
  same_question: { name: 'Two answers to one question', tone: 'caution' },
  out_of_date: { name: 'Out of date', tone: 'caution' },
  ends_soon: { name: 'Ends soon', tone: 'info' },
  not_found_by_alias: { name: 'Its own question does not find it', tone: 'caution' },
  no_alias: { name: 'No question', tone: 'neutral' },
};

/** Lists possible problems in the current draft. */
export function WarningsPart({ draft, base }: StudioPartProps) {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readWarnings', { workspaceId, profileId: draft.profileId });
  return (
    <Loaded query={query} lines={6}>
      {({ warnings }) =>
        warnings.length === 0 ? (
          <Empty title="No warnings">
            <p>No items contradict each other, nothing is out of date, and every item is found by its own questions.</p>
          </Empty>
        ) : (
          <ul className="stack-tight prose">
            {warnings.map((warning) => (
              <li
                key={`${warning.kind} ${warning.itemIds.join(' ')} ${warning.alias ?? ''}`}
                className="card stack-tight"
              >
                <div>
                  <Badge tone={kinds[warning.kind].tone}>{kinds[warning.kind].name}</Badge>
                </div>
                <p className="breaks">{warning.message}</p>
                <ul className="row small">
                  {warning.itemIds.map((itemId) => {
                    const item = draft.items.find(({ id }) => id === itemId);
                    if (item === undefined) return null;
                    const title = titleOf(item) || item.item.text.slice(0, 40);
                    return (
                      <li key={itemId}>
                        <Link href={`${base}/${item.kind}s/${encodeURIComponent(itemId)}`}>Open “{title}”</Link>
                      </li>
                    );
                  })}
                </ul>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
