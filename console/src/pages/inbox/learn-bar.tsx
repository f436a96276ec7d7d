import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Answered } from './answered.ts';
import { NewFact } from './new-fact.tsx';
import { WhatChanges } from './what-changes.tsx';

interface LearnBarProps {
  readonly answered: Answered;
  readonly onUndone: (answered: Answered) => void;
  readonly onClose: () => void;
}

/** After an answer, offers to undo it or to answer the same question automatically next time. */
export function LearnBar({ answered, onUndone, onClose }: LearnBarProps) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const queries = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const [wasAdded, setWasAdded] = useState(false);
  const { conversationId, profileId, name, question, text, isOnPage, itemIds, messageId, before } = answered;
  const recorded = isOnPage ? 'Answered on the Page' : 'Copied and marked as answered';
  const params = { workspaceId, conversationId };
  const undo = useAction('undoAnswer', {
    refreshes: ['readInbox', 'readThread'],
    onDone: () => {
      // The next view loads the conversation's current state. Otherwise the cached, answered conversation would be
      // replaced while the user works on it.
      queries.removeQueries({ queryKey: ['readThread', params] });
      onUndone(answered);
    },
  });
  const teach = useAction('teachWords', {
    refreshes: ['readDraft'],
    onDone: ({ outcome, message }) => {
      if (outcome === 'refused') toast({ tone: 'stop', text: message ?? '' });
      else if (outcome === 'suggested') {
        toast({ text: 'Suggested. An editor decides whether to teach it.' });
        onClose();
      } else setWasAdded(true);
    },
  });
  // If the answer used several facts, the whole message must not become a training phrase of one of them.
  // Otherwise, similar messages would be answered only in part.
  const isOfSeveral = itemIds.length > 1;
  const itemId = isOfSeveral ? undefined : itemIds[0];
  return (
    <section className="learn-bar" aria-label="After your answer">
      <div className="row-between">
        <span role="status" className="breaks">
          <Icon name="check" size={18} /> {text === '' ? 'Marked as answered' : recorded}
          {name !== '' && `: ${name}`}
        </span>
        <span className="row">
          <Button isSmall isBusy={undo.isPending} onClick={() => undo.mutate({ params, input: { messageId, before } })}>
            Undo
          </Button>
          <Button isSmall kind="quiet" className="button-icon" aria-label="Dismiss" onClick={onClose}>
            <Icon name="close" size={18} />
          </Button>
        </span>
      </div>
      {isOfSeveral && (
        <p className="small">
          Your answer used several facts, so it is not taught as one question.{' '}
          <Link href={`/w/${encodeURIComponent(workspaceId)}/teach`}>Teach each question to its fact</Link>
        </p>
      )}
      {!wasAdded && !isOfSeveral && question.length > 1 && (itemId !== undefined || (text !== '' && can('editor'))) && (
        <div className="row">
          <span>
            Answer <q className="breaks wide-only">{question.length > 80 ? `${question.slice(0, 79)}…` : question}</q>
            <span className="narrow-only">this</span> automatically next time?
          </span>
          {itemId !== undefined && (
            <Button
              isSmall
              kind="primary"
              isBusy={teach.isPending}
              onClick={() => teach.mutate({ params, input: { itemId, kind: 'alias', text: question } })}
            >
              Teach it
            </Button>
          )}
          {itemId === undefined && !isWriting && (
            <Button isSmall kind="primary" onClick={() => setIsWriting(true)}>
              Make my answer a fact
            </Button>
          )}
        </div>
      )}
      {isWriting && !wasAdded && (
        <NewFact answered={answered} onAdded={() => setWasAdded(true)} onCancel={() => setIsWriting(false)} />
      )}
      {wasAdded && <WhatChanges profileId={profileId} onPublished={onClose} />}
    </section>
  );
}
