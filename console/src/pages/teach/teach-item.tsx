import { type ReactNode, useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Badge, Note } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { SettledNote } from './settled-note.tsx';

type Item = ConsoleOutput<'readTeaching'>['items'][number];
type Recognised = ConsoleOutput<'readRecognition'>['items'][number];

interface TeachItemProps {
  readonly item: Item;
  readonly profileId: string;
  readonly titles: ReadonlyMap<string, string>;
  /** Undefined until the measurement is complete. */
  readonly recognised: Recognised | undefined;
  readonly isMeasuring: boolean;
}

/**
 * Shows one fact or offer: its phrases, how often questions about it find it, the items that it is confused with, and
 * the suggestions to accept or remove.
 */
export function TeachItem({ item, profileId, titles, recognised, isMeasuring }: TeachItemProps) {
  const { id: workspaceId, can } = useWorkspace();
  const [isOpen, setIsOpen] = useState(false);
  const settle = useAction('settleTeaching', { refreshes: ['readTeaching', 'readRecognition'], isOfForm: true });
  const params = { workspaceId, profileId };
  const ofOthers = item.suggested.filter(({ isOfFan }) => !isOfFan).length;
  const detailsId = `teach-${item.id}`;
  const editor = `/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(profileId)}/${item.kind}s/${encodeURIComponent(item.id)}`;
  return (
    <li className="card stack-tight">
      <div className="row-between">
        <h3 className="breaks">{item.title}</h3>
        <span className="row">
          {!item.isApproved && <Badge tone="caution">not approved</Badge>}
          {item.suggested.length > 0 && <Badge tone="info">{item.suggested.length} suggested</Badge>}
          <Found recognised={recognised} isMeasuring={isMeasuring} />
        </span>
      </div>
      <p className="breaks">{item.text}</p>
      <p className="small muted">
        {counted(item.aliases.length, 'question', 'questions')},{' '}
        {counted(item.nearMisses.length, 'near miss', 'near misses')}
      </p>
      <Confused recognised={recognised} titles={titles} />
      <div className="row">
        <Button isSmall aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide questions' : 'Show questions'}
        </Button>
        {can('editor') && (
          <LinkButton isSmall href={editor}>
            Add questions
          </LinkButton>
        )}
        {can('editor') && ofOthers > 0 && (
          <Button
            isSmall
            isBusy={settle.isPending}
            onClick={() => settle.mutate({ params, input: { outcome: 'accepted', itemId: item.id } })}
          >
            Accept its {counted(ofOthers, 'suggestion', 'suggestions')}
          </Button>
        )}
      </div>
      {settle.data !== undefined && <SettledNote settled={settle.data} />}
      <FormError error={settle.error} />
      <div id={detailsId} hidden={!isOpen} className="stack-tight">
        {isOpen && (
          <>
            <Phrases title="Suggested" phrases={item.suggested}>
              {({ kind, text, isOfFan }) => {
                const input = { itemId: item.id, phrase: { kind, text } };
                return (
                  <span className="row">
                    {kind === 'near_miss' && <Badge>near miss</Badge>}
                    {isOfFan && <Badge tone="accent">a fan wrote it</Badge>}
                    {can('editor') && (
                      <>
                        <Button
                          isSmall
                          aria-label={`Accept “${text}”`}
                          onClick={() => settle.mutate({ params, input: { outcome: 'accepted', ...input } })}
                        >
                          Accept
                        </Button>
                        <Button
                          isSmall
                          kind="quiet"
                          aria-label={`Remove “${text}”`}
                          onClick={() => settle.mutate({ params, input: { outcome: 'rejected', ...input } })}
                        >
                          Remove
                        </Button>
                      </>
                    )}
                  </span>
                );
              }}
            </Phrases>
            <Phrases title="Fans ask" phrases={item.aliases.map((text) => ({ text }))} />
            <Phrases
              title="Similar questions that it does not answer"
              phrases={item.nearMisses.map((text) => ({ text }))}
            />
            {recognised?.flagged.map(({ kind, text, message }) => (
              <Note key={`${kind} ${text}`} tone="caution">
                “{text}” is not learned. {message}
              </Note>
            ))}
          </>
        )}
      </div>
    </li>
  );
}

function Phrases<Phrase extends { readonly text: string }>({
  title,
  phrases,
  children,
}: {
  readonly title: string;
  readonly phrases: readonly Phrase[];
  readonly children?: (phrase: Phrase) => ReactNode;
}) {
  if (phrases.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="stack-tight">
        {phrases.map((phrase) => (
          <li key={phrase.text} className="row-between small">
            <span className="breaks">“{phrase.text}”</span>
            {children?.(phrase)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Found({ recognised, isMeasuring }: Pick<TeachItemProps, 'recognised' | 'isMeasuring'>) {
  if (recognised === undefined) return isMeasuring ? <Badge>measuring…</Badge> : null;
  const { asked, found } = recognised;
  if (asked === 0) return <Badge tone="caution">too few questions to measure</Badge>;
  const share = Math.round((100 * found) / asked);
  const tone = share >= 80 ? 'good' : share >= 50 ? 'caution' : 'stop';
  return <Badge tone={tone}>found by {share} % of new questions</Badge>;
}

/**
 * Lists at most three other items, each of which was found for more than one, and at least a tenth, of this item's
 * phrases.
 */
function Confused({ recognised, titles }: Pick<TeachItemProps, 'recognised' | 'titles'>) {
  const often = recognised?.takenBy.filter(({ count }) => count > 1 && count >= recognised.asked / 10) ?? [];
  if (often.length === 0) return null;
  const named = often
    .slice(0, 3)
    .map(({ id, count }) => `“${titles.get(id) ?? id}” (${count} of ${recognised?.asked})`);
  return (
    <p className="small">
      Confused with {named.join(', ')}. Add more questions, or add the other item’s questions here as near misses.
    </p>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
