import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Suggestion, Thread } from '../../../../server/src/domain/console/review-contract.ts';
import type { ConsoleInput } from '../../../../server/src/domain/console/routes.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Answered } from './answered.ts';
import { ElsewhereDialog } from './elsewhere-dialog.tsx';
import { mostSuggestions, Suggestions } from './suggestions.tsx';

const gapMark = /\[Fill in: [^\]]*\]/;
const longestPhrase = 300;

interface ComposerProps {
  readonly thread: Thread;
  readonly params: { readonly workspaceId: string; readonly conversationId: string };
  readonly studio: string;
  readonly onAnswered: (answered: Answered) => void;
  /** The conversation's actions other than answering. */
  readonly children: ReactNode;
}

/**
 * Shows the field for the answer, which is filled with the best suggestion at first. The user copies and records the
 * answer; the console never sends it.
 */
export function Composer({ thread, params, studio, onAnswered, children }: ComposerProps) {
  const { proposal, edited, conversation } = thread;
  const isOnPage = conversation.channel === 'page';
  const toast = useToast();
  const area = useRef<HTMLDivElement>(null);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const [hasGap, setHasGap] = useState(false);
  const best = proposal?.suggestions[0];
  const of = proposal?.messageIds.at(-1) ?? 'more';
  const initial =
    edited !== null
      ? { text: edited.reply, suggestion: null }
      : {
          text: best === undefined ? '' : withGaps(best, proposal?.gaps ?? []),
          suggestion: best === undefined ? null : 1,
        };
  const form = useFormDraft<{ text: string; suggestion: number | null }>(
    `answer:${params.workspaceId}:${params.conversationId}:${of}`,
    initial,
  );
  const { text, suggestion } = form.values;
  const suggested = suggestion === null ? undefined : proposal?.suggestions[suggestion - 1];
  const record = useAction('recordAnswer', {
    refreshes: ['readInbox', 'readThread', 'readUsage', 'readAutonomy'],
    isOfForm: true,
  });
  const none = useAction('teachWords', {
    refreshes: ['readDraft'],
    onDone: ({ outcome, message }) => {
      form.set({ text: '', suggestion: null });
      area.current?.querySelector('textarea')?.focus();
      if (outcome === 'refused') toast({ tone: 'stop', text: message ?? '' });
      else toast({ text: 'Noted as a near miss. It takes effect when you publish.' });
    },
  });

  function choose(number: number) {
    const chosen = proposal?.suggestions[number - 1];
    if (chosen === undefined || number > mostSuggestions) return;
    form.set({ text: number === 1 ? withGaps(chosen, proposal?.gaps ?? []) : chosen.reply, suggestion: number });
    setHasGap(false);
  }

  /**
   * Records and reports an answer. The answer is reported even if the conversation is rerendered before the answer is
   * recorded.
   */
  async function recordAs(input: ConsoleInput<'recordAnswer'>, itemIds: readonly string[]) {
    const recorded = await record.mutateAsync({ params, input }).catch(() => null);
    if (recorded === null) return; // The form shows the reason.
    form.clear();
    onAnswered({
      at: new Date().toISOString(),
      conversationId: params.conversationId,
      profileId: conversation.profileId,
      name: conversation.contact?.name ?? conversation.contact?.handle ?? '',
      question: (proposal?.message ?? '').slice(0, longestPhrase),
      text: input.text ?? '',
      isOnPage,
      itemIds,
      messageId: recorded.messageId,
      before: recorded.before,
    });
  }

  async function copyAndRecord() {
    const said = text.trim();
    if (said === '' || record.isPending) return;
    if (gapMark.test(said)) {
      setHasGap(true);
      selectGap(area.current?.querySelector('textarea') ?? null);
      return;
    }
    if (!isOnPage && !(await copyText(said)))
      toast({
        tone: 'stop',
        text: 'The browser did not allow copying. The answer is in the conversation; copy it there.',
      });
    const itemIds = suggested === undefined ? [] : keptItems(suggested, said);
    const isOwn = itemIds.length === 0 && suggested?.reply !== said;
    await recordAs(
      { text: said, suggestion: isOwn ? null : suggestion, suggested: isOwn ? null : (suggested?.reply ?? null) },
      itemIds,
    );
  }

  const latest = useRef(copyAndRecord);
  useEffect(() => {
    latest.current = copyAndRecord;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      void latest.current();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    // On a narrow screen, the user may have scrolled the list. This scrolls to the answer and the newest message above
    // it.
    if (window.matchMedia('(min-width: 901px)').matches) return;
    window.scrollTo(0, 0);
    area.current?.querySelector('textarea')?.scrollIntoView({ block: 'nearest' });
  }, []);
  useShortcuts('Answer', [
    ...(proposal?.suggestions ?? []).slice(0, mostSuggestions).map((_, index) => ({
      key: String(index + 1),
      label: `Use suggestion ${index + 1}`,
      run: () => choose(index + 1),
    })),
    { key: 'e', label: 'Write the answer', run: () => area.current?.querySelector('textarea')?.focus() },
  ]);

  const firstItem = proposal?.suggestions[0]?.items[0];
  return (
    <section className="card stack" aria-label="Answer" ref={area}>
      <TextArea
        label="Your answer"
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={(value) => {
          form.set({ text: value });
          setHasGap(false);
        }}
        error={hasGap ? 'Fill in the marked part, or remove it.' : undefined}
      />
      <FormError error={record.error} />
      {isOnPage && <p className="small muted">The visitor reads it at their private link. Nothing else is sent.</p>}
      <div className="answer-action">
        <Button
          kind="primary"
          isBusy={record.isPending}
          disabled={text.trim() === ''}
          onClick={() => void copyAndRecord()}
        >
          {isOnPage ? 'Answer on the Page' : 'Copy and mark as answered'} <kbd>Ctrl Enter</kbd>
        </Button>
      </div>
      <div className="row answer-more">
        {text.trim() !== '' && <CopyButton text={text.trim()} label="Only copy" kind="quiet" />}
        <Button kind="quiet" onClick={() => setIsElsewhere(true)}>
          I answered elsewhere
        </Button>
        {children}
      </div>
      {proposal !== null && (
        <Suggestions
          proposal={proposal}
          chosen={suggestion}
          onChoose={choose}
          isTeaching={none.isPending}
          onNone={
            firstItem === undefined
              ? undefined
              : () =>
                  none.mutate({
                    params,
                    input: { itemId: firstItem, kind: 'near_miss', text: proposal.message.slice(0, longestPhrase) },
                  })
          }
          studio={studio}
        />
      )}
      {isElsewhere && (
        <ElsewhereDialog
          isBusy={record.isPending}
          error={record.error}
          onClose={() => setIsElsewhere(false)}
          onAnswered={(said) => void recordAs({ text: said, suggestion: null, suggested: null }, [])}
        />
      )}
    </section>
  );
}

/** Returns the suggestion's facts and offers that the answer still contains, at least in part. */
function keptItems({ reply, items, claims }: Suggestion, said: string): string[] {
  return items.filter((id) =>
    claims.some(({ itemId, start, end }) => itemId === id && said.includes(reply.slice(start, end))),
  );
}

/**
 * Returns the suggestion. For each part of the message that the suggestion does not answer, a mark is added before the
 * sign-off.
 */
function withGaps({ reply, signoffAt }: Suggestion, gaps: readonly string[]): string {
  const marks = gaps.map((gap) => `\n[Fill in: ${gap.replaceAll(/[[\]]/g, '')}]`);
  return reply.slice(0, signoffAt) + marks.join('') + reply.slice(signoffAt);
}

function selectGap(textarea: HTMLTextAreaElement | null): void {
  const found = gapMark.exec(textarea?.value ?? '');
  if (textarea === null || found === null) return;
  textarea.focus();
  textarea.setSelectionRange(found.index, found.index + found[0].length);
}
