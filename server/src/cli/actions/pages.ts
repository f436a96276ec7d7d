import { lookUpTxt } from '../../admin/pages/look-up-txt.ts';
import { createPageVerbs } from '../../admin/pages/page-verbs.ts';
import type { Config } from '../../config.ts';
import { PageDomain } from '../../domain/page/page-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName, printableText } from '../../lib/printable.ts';
import { createValidator } from '../../lib/validator.ts';
import type { Store } from '../../store/port.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';
import { baseUrlOf } from './source-options.ts';

export interface CreatePageOptions {
  readonly workspace: string;
  readonly profile: string;
  readonly slug: string;
  readonly inactive?: true;
  readonly model?: true;
  readonly frameAncestor?: readonly string[];
  readonly dailyReplies?: number;
  readonly dailyHandoffs?: number;
  readonly accent?: string;
  readonly robots?: 'index' | 'noindex';
  readonly json?: true;
}

export async function createPage(terminal: Terminal, options: CreatePageOptions): Promise<void> {
  const { workspace: workspaceId, profile: profileId, slug, json, inactive, accent, frameAncestor, ...rest } = options;
  const made = await withStore(terminal, (store, config) =>
    verbs(store, config).create({
      workspaceId,
      profileId,
      slug,
      ...rest,
      ...(inactive && { status: 'inactive' as const }),
      ...(accent !== undefined && { theme: { accent } }),
      ...(frameAncestor !== undefined && { frameAncestors: frameAncestor }),
    }),
  );
  const printer = createPrinter(terminal);
  if (json) return printer.json(made);
  const { bold, dim, green } = printer.colours;
  printer.line(`${green('✓')} Page ${bold(made.slug)} of ${printableText(made.profileId)}`);
  printer.line();
  printer.line(`  ${dim('address')}  ${made.url}`);
  printer.line(`  It shows items marked ${bold('onPage: true')}, and answers from them alone.`);
}

export async function listPages(terminal: Terminal, options: { workspace: string; json?: true }): Promise<void> {
  const pages = await lookAtStore(terminal, (store, config) =>
    verbs(store, config).list({ workspaceId: options.workspace }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(pages);
  if (pages.length === 0) return printer.line('There is no Page yet. "understudy pages create" makes one.');
  printer.table(
    [
      { title: 'SLUG', canShrink: true },
      { title: 'PROFILE', canShrink: true },
      { title: 'STATUS', paint: (cell, { green, yellow }) => (cell === 'active' ? green(cell) : yellow(cell)) },
      { title: 'DOMAINS', canShrink: true },
      { title: 'ADDRESS', canShrink: true },
    ],
    pages.map(({ slug, profileId, status = 'active', domains, url }) => [
      slug,
      printableText(profileId),
      status,
      domains.map(({ domain, provenAt }) => (provenAt === null ? `${domain} (not proven)` : domain)).join(', '),
      url,
    ]),
  );
}

export async function setPageState(
  terminal: Terminal,
  options: { slug: string; action: 'pause' | 'resume' | 'remove'; workspace: string; json?: true },
): Promise<void> {
  const { slug, action, workspace: workspaceId } = options;
  const set = await withStore(terminal, (store, config) =>
    verbs(store, config).setState({ workspaceId, slug, action }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(set);
  printer.line(`${printer.colours.green('✓')} ${set.slug} is ${set.after} (it was ${set.before}).`);
}

const isDomain = createValidator(PageDomain);

export async function pageDomain(
  terminal: Terminal,
  options: { slug: string; domain: string; workspace: string; verify?: true; remove?: true; json?: true },
): Promise<void> {
  const domain = options.domain.toLowerCase().replace(/\.$/, '');
  if (!isDomain(domain).ok) {
    throw new OperatorError(
      `"${printableName(options.domain)}" is no domain. Write it as ask.aurora.example, without scheme, port and path; one with other letters as xn--….`,
    );
  }
  const of = { workspaceId: options.workspace, slug: options.slug, domain };
  const printer = createPrinter(terminal);
  if (options.remove) {
    const isRemoved = await withStore(terminal, (store, config) => verbs(store, config).removeDomain(of));
    if (options.json) return printer.json({ domain, removed: isRemoved });
    return printer.line(isRemoved ? `${domain} no longer shows the Page.` : `The Page does not have ${domain}.`);
  }
  if (options.verify) {
    const verified = await withStore(terminal, (store, config) => verbs(store, config).verifyDomain(of, lookUpTxt));
    if (options.json) return printer.json(verified);
    if (verified.isProven)
      return printer.line(`${printer.colours.green('✓')} ${domain} is proven, and shows the Page.`);
    return showRecord(printer, verified, 'The record is not there yet. It may take some minutes:');
  }
  const { txtName, txtValue } = await withStore(terminal, (store, config) => verbs(store, config).addDomain(of));
  if (options.json) return printer.json({ txtName, txtValue });
  showRecord(
    printer,
    { txtName, txtValue },
    'Add this TXT record where the domain is managed, then run this with --verify:',
  );
}

function showRecord(
  printer: ReturnType<typeof createPrinter>,
  { txtName, txtValue }: { txtName: string; txtValue: string },
  what: string,
): void {
  printer.line(what);
  printer.line();
  printer.line(`  ${printer.colours.dim('name')}   ${txtName}`);
  printer.line(`  ${printer.colours.dim('value')}  ${txtValue}`);
}

function verbs(store: Store, config: Config) {
  return createPageVerbs({ store, baseUrl: baseUrlOf(config) });
}
