import { useState } from 'react';
import type { ProposedItem } from '../../../../server/src/domain/console/persona-contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { phraseUseWords } from '../persona/item-words.ts';

const fewestWords = 4;
const shownOfName = 60;

interface ProposedCardProps {
  readonly item: ProposedItem;
  readonly isBusy: boolean;
  /** Called with the proposal as the creator approved it. */
  readonly onApprove: (changed: ProposedItem) => void;
  readonly onLeave: () => void;
}

/** Shows one proposal with the question that it answers. The creator can approve, change or skip the proposal. */
export function ProposedCard({ item, isBusy, onApprove, onLeave }: ProposedCardProps) {
  const { fact, offer, phrase } = item;
  const [text, setText] = useState<string | null>(null);
  const said = text ?? textOf(item);
  const questions = (fact ?? offer)?.aliases ?? [];
  const named = questions[0] ?? said;
  const name = named.length > shownOfName ? `${named.slice(0, shownOfName - 1)}…` : named;
  const kind = offer === undefined ? 'Fact' : 'Offer';
  const isShort = fact !== undefined && said.trim().split(/\s+/).length < fewestWords;
  return (
    <article className="proposed stack-tight">
      <div className="row">
        <Badge tone="accent">{phrase === undefined ? kind : phraseUseWords[phrase.use].name}</Badge>
        {offer !== undefined && (
          <strong className="breaks">
            {offer.name}, {offer.price}
          </strong>
        )}
        {fact !== undefined && questions.map((question) => <q key={question}>{question}</q>)}
      </div>
      {text === null ? (
        <p className="breaks pre-line">{said}</p>
      ) : (
        <TextArea
          label="What may be said, word for word"
          rows={2}
          maxLength={1_000}
          value={text}
          onChange={setText}
          autoFocus
        />
      )}
      {isShort && <p className="small muted">This is short. Make it a whole sentence that makes sense by itself.</p>}
      <div className="row">
        <Button
          isSmall
          kind="primary"
          data-approve
          aria-label={`Approve “${name}”`}
          isBusy={isBusy}
          disabled={said.trim() === ''}
          onClick={() => onApprove(withText(item, said.trim()))}
        >
          Approve
        </Button>
        {text === null ? (
          <Button isSmall aria-label={`Change “${name}”`} onClick={() => setText(said)}>
            Change
          </Button>
        ) : (
          <Button isSmall aria-label={`Cancel changing “${name}”`} onClick={() => setText(null)}>
            Cancel
          </Button>
        )}
        <Button isSmall kind="quiet" aria-label={`Skip “${name}”`} onClick={onLeave}>
          Skip
        </Button>
      </div>
    </article>
  );
}

/** Returns a proposed item's text. */
export function textOf({ fact, offer, phrase }: ProposedItem): string {
  return (fact ?? offer ?? phrase)?.text ?? '';
}

function withText({ fact, offer, phrase }: ProposedItem, text: string): ProposedItem {
  if (fact !== undefined) return { fact: { ...fact, text } };
  if (offer !== undefined) return { offer: { ...offer, text } };
  return phrase === undefined ? {} : { phrase: { ...phrase, text } };
}
