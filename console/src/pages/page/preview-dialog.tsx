import { useEffect, useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { doubtSentence } from './doubt-words.ts';

const sides = [
  { value: 'draft', label: 'With your changes' },
  { value: 'published', label: 'As it is now' },
] as const;

const changes = [
  ['comes', 'New on the Page'],
  ['changes', 'Changed on the Page'],
  ['goes', 'No longer on the Page'],
] as const;

/** Shows the Page as visitors would see it, before anything is published. The preview accepts no questions. */
export function PreviewDialog({
  slug,
  name,
  onClose,
}: {
  readonly slug: string;
  /** The creator's name. */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const [source, setSource] = useState<(typeof sides)[number]['value']>('draft');
  const query = useRead('previewPage', { workspaceId, slug }, { source });
  return (
    <Dialog title={`Preview of the Page of ${name}`} isWide onClose={onClose}>
      <Select label="Show it" value={source} options={sides} onChange={setSource} />
      <Loaded query={query} lines={10}>
        {({ html, items }) => (
          <>
            {source === 'draft' && <WhatChanges items={items} />}
            <Document html={standAlone(html)} title={`The Page of ${name}`} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function WhatChanges({ items }: Pick<ConsoleOutput<'previewPage'>, 'items'>) {
  const groups = changes.map(([change, label]) => ({ label, of: items.filter((item) => item.change === change) }));
  const filled = groups.filter(({ of }) => of.length > 0);
  if (filled.length === 0) return <Note>Publishing changes nothing on the Page.</Note>;
  return (
    <div className="stack-tight">
      {filled.map(({ label, of }) => (
        <details key={label}>
          <summary>
            {label}: {of.length}
          </summary>
          <ul className="stack-tight">
            {of.map(({ id, text, doubts }) => (
              <li key={id} className="quoted breaks">
                {text}
                {doubts.length > 0 && <Note tone="caution">{doubtSentence(doubts)}</Note>}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/**
 * Returns the Page without its script. Makes relative paths in the Page absolute, because the frame has no base
 * address.
 */
function standAlone(html: string): string {
  return html
    .replaceAll(/<script [^>]*><\/script>/g, '')
    .replaceAll(/ (href|action)="\/p\//g, (_, attribute: string) => ` ${attribute}="${location.origin}/p/`);
}

/**
 * Shows the document in a frame without an origin, which cannot send forms. The document contains no script and cannot
 * load any. Scripts are allowed in the frame only so that the Page looks as it does in browsers with scripts.
 */
function Document({ html, title }: { html: string; title: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  if (address === null) return null;
  return <iframe className="preview-frame" sandbox="allow-scripts" title={title} src={address} />;
}
