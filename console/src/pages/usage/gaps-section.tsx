import { useState } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { intentName } from '../shared/words.ts';

/**
 * Lists questions that no fact answers, so that the creator knows what to write next. If no profile is given, the user
 * can choose one.
 */
export function GapsSection({ profileId: given }: { readonly profileId?: string }) {
  const { id: workspaceId, can } = useWorkspace();
  const profiles = useRead('listProfiles', { workspaceId }).data?.profiles ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const profileId = given ?? chosen ?? profiles[0]?.id ?? '';
  const query = useRead('readGaps', { workspaceId }, { profileId }, { isWanted: profileId !== '' });
  const base = `/w/${encodeURIComponent(workspaceId)}`;
  if (profileId === '') return null;
  return (
    <section className="card stack">
      <div className="row-between">
        <h2>Questions that no fact answers</h2>
        {given === undefined && profiles.length > 1 && (
          <Select
            label="Asked of"
            value={profileId}
            options={profiles.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            onChange={setChosen}
          />
        )}
      </div>
      <Loaded query={query} lines={4}>
        {({ gaps, looked }) => (
          <>
            <p className="small muted">
              Found in the latest message of {looked} {looked === 1 ? 'conversation' : 'conversations'}.
            </p>
            {gaps.length === 0 ? (
              <p>None. Your facts answer every question so far, except those that only you can answer.</p>
            ) : (
              <ul className="stack-tight">
                {gaps.map(({ question, times, intent, examples }) => (
                  <li key={question} className="quoted stack-tight">
                    <div className="row-between">
                      <strong className="breaks">“{question}”</strong>
                      <span className="row">
                        <Badge>{intentName(intent)}</Badge>
                        <Badge tone="caution">{times === 1 ? 'once' : `${times} times`}</Badge>
                      </span>
                    </div>
                    <div className="row">
                      {can('editor') && (
                        <LinkButton
                          isSmall
                          href={`${base}/persona/${encodeURIComponent(profileId)}/facts/new?asked=${encodeURIComponent(question)}`}
                        >
                          Write the fact
                        </LinkButton>
                      )}
                      {examples[0] !== undefined && (
                        <Link
                          className="small"
                          href={`${base}/inbox/waiting/${encodeURIComponent(examples[0].conversationId)}`}
                        >
                          Where it was asked
                        </Link>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
