import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyValue } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PageOfCreator, PagePartProps } from './page-part-props.ts';

type Domain = PageOfCreator['domains'][number];

/** Lets the creator add, verify and remove the domains that serve the Page. A DNS record verifies each domain. */
export function DomainsPart({ page }: PagePartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const { slug, domains } = page;
  const form = useFormDraft(`domain:${workspaceId}:${slug}`, { domain: '' });
  const add = useAction('addPageDomain', { refreshes: ['listPages'], isOfForm: true, onDone: form.clear });
  return (
    <div className="stack prose">
      {domains.map((domain) => (
        <DomainCard key={domain.domain} slug={slug} domain={domain} />
      ))}
      {can('owner') && (
        <form
          className="card stack"
          onSubmit={(event) => {
            event.preventDefault();
            const domain = form.values.domain.trim().toLowerCase().replace(/\.$/, '');
            add.mutate({ params: { workspaceId, slug }, input: { domain } });
          }}
        >
          <p>
            Show the Page at your own domain. The person who runs Understudy points the domain to it, and you verify it
            with one DNS record.
          </p>
          <TextField
            label="Domain"
            hint="Such as ask.aurora.example"
            required
            maxLength={253}
            spellCheck={false}
            autoCapitalize="none"
            value={form.values.domain}
            onChange={(domain) => form.set({ domain })}
            error={faultOf(add.error, 'domain')}
          />
          <FormError error={add.error} />
          <div>
            <Button kind="primary" type="submit" isBusy={add.isPending}>
              Add the domain
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

function DomainCard({ slug, domain: { domain, txtName, txtValue, provenAt } }: { slug: string; domain: Domain }) {
  const { id: workspaceId, can } = useWorkspace();
  const isProven = provenAt !== null;
  const params = { workspaceId, slug, domain };
  const toast = useToast();
  const verify = useAction('verifyPageDomain', {
    refreshes: ['listPages'],
    onDone: (looked) =>
      toast(
        looked.isProven
          ? { text: 'Domain verified.' }
          : { tone: 'stop', text: 'The record was not found yet. DNS changes can take an hour.' },
      ),
  });
  const remove = useAction('removePageDomain', { refreshes: ['listPages'] });
  const values = [
    ['Name', txtName],
    ['Value', txtValue],
  ] as const;
  return (
    <section className="card stack" aria-label={domain}>
      <div className="row-between">
        <h2 className="breaks">{domain}</h2>
        <Badge tone={isProven ? 'good' : 'caution'}>{isProven ? 'verified' : 'not verified yet'}</Badge>
      </div>
      {!isProven && (
        <>
          <p>
            Create this TXT record at your domain provider, then press <em>Look it up</em>. DNS may take an hour to
            update.
          </p>
          {values.map(([title, value]) => (
            <CopyValue key={title} title={title} value={value} />
          ))}
        </>
      )}
      {can('owner') && (
        <div className="row">
          {!isProven && (
            <Button isSmall isBusy={verify.isPending} onClick={() => verify.mutate({ params, input: {} })}>
              Look it up
            </Button>
          )}
          <Button isSmall kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ params, input: {} })}>
            Remove the domain
          </Button>
        </div>
      )}
    </section>
  );
}
