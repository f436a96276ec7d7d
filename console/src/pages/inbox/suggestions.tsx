import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import { Button } from '../../ui/button.tsx';
import { ClaimedReply, QuotedItems } from '../shared/claimed-reply.tsx';

export const mostSuggestions = 3;

interface SuggestionsProps {
  readonly proposal: NonNullable<Thread['proposal']>;
  /** The number of the chosen suggestion, counted from 1; null for the user's own words. */
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
  /** Undefined if the service cannot learn from the rejection. */
  readonly onNone: (() => void) | undefined;
  readonly isTeaching: boolean;
  readonly studio: string;
}

/** Shows the suggested answers as cards. Choosing a card fills in the answer. */
export function Suggestions({ proposal, chosen, onChoose, onNone, isTeaching, studio }: SuggestionsProps) {
  const shown = proposal.suggestions.slice(0, mostSuggestions);
  if (shown.length === 0) return null;
  return (
    <section className="stack-tight" aria-label="Suggestions">
      <div className="row-between">
        <h3>{shown.length === 1 ? 'Suggestion' : 'Suggestions'}</h3>
        {onNone !== undefined && (
          <Button isSmall kind="quiet" isBusy={isTeaching} onClick={onNone}>
            {shown.length === 1 ? 'It does not fit' : 'None of these fits'}
          </Button>
        )}
      </div>
      <ol className="suggestions">
        {shown.map((suggestion, index) => (
          <li key={suggestion.reply} className="suggestion" data-chosen={chosen === index + 1}>
            <ClaimedReply reply={suggestion.reply} claims={suggestion.claims} items={proposal.items} />
            <Button
              isSmall
              // The digit is hidden on phones, so the label must also contain it.
              aria-label={`${wordsOf(chosen === index + 1)} ${index + 1}`}
              aria-pressed={chosen === index + 1}
              onClick={() => onChoose(index + 1)}
            >
              {wordsOf(chosen === index + 1)} <kbd>{index + 1}</kbd>
            </Button>
          </li>
        ))}
      </ol>
      {proposal.items.length > 0 && (
        <details>
          <summary className="small">The facts and offers behind them</summary>
          <QuotedItems items={proposal.items} used={proposal.items.map(({ id }) => id)} studio={studio} />
        </details>
      )}
    </section>
  );
}

function wordsOf(isChosen: boolean): string {
  return isChosen ? 'In your answer' : 'Use this';
}
