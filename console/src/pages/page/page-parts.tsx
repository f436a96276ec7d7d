import { type ComponentType, useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useToast } from '../../ui/toast.tsx';
import { AskedPart } from './asked-part.tsx';
import { DomainsPart } from './domains-part.tsx';
import { EmbedPart } from './embed-part.tsx';
import { ItemsPart } from './items-part.tsx';
import type { PagePartProps } from './page-part-props.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { SettingsPart } from './settings-part.tsx';

const parts = {
  asked: { label: 'What visitors asked', Shown: AskedPart },
  items: { label: 'What it shows', Shown: ItemsPart },
  embed: { label: 'On your site', Shown: EmbedPart },
  settings: { label: 'Settings', Shown: SettingsPart },
  domain: { label: 'Own domain', Shown: DomainsPart },
} as const satisfies Record<string, { readonly label: string; readonly Shown: ComponentType<PagePartProps> }>;

type Part = keyof typeof parts;

/** Returns true if the section has a part with this name. */
export function isPagePart(name: string): name is Part {
  return Object.hasOwn(parts, name);
}

/** Shows one Page: its address, its state, the actions for it, and one of its parts. */
export function PageParts({ page, name, part, base }: PagePartProps & { readonly part: Part; readonly base: string }) {
  const { Shown } = parts[part];
  return (
    <section className="stack" aria-label={`The Page of ${name}`}>
      <PageHead page={page} name={name} />
      <Tabs
        label="Parts of the Page"
        tabs={Object.entries(parts).map(([each, { label }]) => ({ href: `${base}/${each}`, label }))}
      />
      <Shown page={page} name={name} />
    </section>
  );
}

function PageHead({ page, name }: PagePartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { slug, url, settings } = page;
  const isOn = settings.status === 'active';
  const change = useAction('changePage', {
    refreshes: ['listPages'],
    onDone: () => toast({ text: isOn ? 'The Page is off.' : 'The Page is on.' }),
  });
  return (
    <div className="card stack">
      <div className="row-between">
        <h2>{name}</h2>
        <Badge tone={isOn ? 'good' : 'caution'}>{isOn ? 'on' : 'off'}</Badge>
      </div>
      <div className="row">
        <a className="breaks" href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        <CopyButton text={url} label="Copy the address" />
      </div>
      <div className="row">
        <Button onClick={() => setIsPreviewing(true)}>Preview</Button>
        {can('owner') && (
          <Button
            isBusy={change.isPending}
            onClick={() =>
              change.mutate({ params: { workspaceId, slug }, input: { status: isOn ? 'inactive' : 'active' } })
            }
          >
            {isOn ? 'Turn it off' : 'Turn it on'}
          </Button>
        )}
      </div>
      {isPreviewing && <PreviewDialog slug={slug} name={name} onClose={() => setIsPreviewing(false)} />}
    </div>
  );
}
