import { type Command, InvalidArgumentError, Option } from 'commander';
import { lookUpTxt } from '../../admin/pages/look-up-txt.ts';
import { createPageVerbs } from '../../admin/pages/page-verbs.ts';
import type { Config } from '../../config.ts';
import { PageDomain } from '../../domain/page/page-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName, printableText } from '../../lib/printable.ts';
import { createValidator } from '../../lib/validator.ts';
import type { Store } from '../../store/port.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { gather, shortText, wholeNumber } from '../option-values.ts';
import type { Printer } from '../printer.ts';
import { baseUrlOf } from '../source-options.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { pages: definePages };

function definePages(pages: Command, cli: Cli): void {
  defineGroup(pages, [
    ['pages create --workspace ws_aurora --profile prof_aurora --slug aurora', 'creates a Page at /p/aurora'],
    ['pages list --workspace ws_aurora', 'lists all Pages with their addresses'],
  ]);

  define(pages, {
    name: 'create',
    summary: 'Create a Page that uses only items marked onPage',
    examples: [
      [
        'pages create -w ws_aurora --profile prof_aurora --slug aurora --frame-ancestor https://a.example',
        'a Page that may be embedded in a site',
      ],
    ],
  })
    .addOption(workspace())
    .requiredOption('-p, --profile <id>', 'the profile that answers', shortText(120))
    .requiredOption('-s, --slug <slug>', "the Page's name in the URL", slug)
    .option('--inactive', 'create the Page without showing it yet')
    .option('--model', 'let a language model read questions')
    .option(
      '--frame-ancestor <origin>',
      'an origin that may embed the Page; repeatable',
      (text: string, before: readonly string[] | undefined) => gather(origin(text), before),
    )
    .option(
      '--daily-replies <n>',
      "the maximum number of charged answers per day (default: 1/15 of the month's share)",
      wholeNumber(0, 1_000_000_000),
    )
    .option(
      '--daily-handoffs <n>',
      'the maximum number of questions passed on per day (default: 50)',
      wholeNumber(1, 1_000),
    )
    .option('--accent <colour>', 'the colour of buttons and links, such as #7A3E9D', colour)
    .addOption(new Option('--robots <rule>', 'whether search engines may list the Page').choices(['index', 'noindex']))
    .addOption(json())
    .action((options) => createPage(cli, options));

  define(pages, {
    name: 'list',
    summary: 'List Pages, by slug',
    examples: [['pages list -w ws_aurora --json', 'for machines']],
  })
    .addOption(workspace())
    .addOption(json())
    .action((options) => listPages(cli, options));

  for (const [action, summary] of [
    ['pause', 'Answer 404 at its address until it is resumed'],
    ['resume', 'Show the Page again and answer questions'],
    ['remove', 'Remove a Page and its domains immediately; conversations stay'],
  ] as const) {
    define(pages, {
      name: `${action} <slug>`,
      summary,
      examples: [[`pages ${action} aurora -w ws_aurora`, summary.toLowerCase()]],
    })
      .addOption(workspace())
      .addOption(json())
      .action((name, options) => setPageState(cli, { slug: name, action, ...options }));
  }

  define(pages, {
    name: 'domain <slug> <domain>',
    summary: "Show the DNS record that verifies a creator's domain",
    description:
      "Shows the DNS record that verifies a creator's domain. With --verify, the command looks up the record. A verified domain serves the Page.",
    examples: [
      ['pages domain aurora ask.aurora.example -w ws_aurora', 'shows the TXT record to add'],
      ['pages domain aurora ask.aurora.example -w ws_aurora --verify', 'once the record exists'],
    ],
  })
    .addOption(workspace())
    .addOption(new Option('--verify', 'look the record up now').conflicts('remove'))
    .option('--remove', 'stop serving the Page at the domain')
    .addOption(json())
    .action((name, given, options) => pageDomain(cli, { slug: name, domain: given, ...options }));
}

function slug(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/.test(text)) {
    throw new InvalidArgumentError(
      'Use 3 to 60 lower-case letters, digits and hyphens, starting and ending with a letter or digit.',
    );
  }
  return text;
}

function origin(text: string): string {
  if (!/^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Enter an origin such as https://a.example, without a path.');
  }
  return text;
}

function colour(text: string): string {
  if (!/^#[0-9A-Fa-f]{6}$/.test(text)) throw new InvalidArgumentError('Enter a colour such as #7A3E9D.');
  return text;
}

interface CreatePageOptions extends OfWorkspace {
  readonly profile: string;
  readonly slug: string;
  readonly inactive?: true;
  readonly model?: true;
  readonly frameAncestor?: readonly string[];
  readonly dailyReplies?: number;
  readonly dailyHandoffs?: number;
  readonly accent?: string;
  readonly robots?: 'index' | 'noindex';
}

async function createPage(cli: Cli, options: CreatePageOptions): Promise<void> {
  const { workspace: workspaceId, profile: profileId, slug, json, inactive, accent, frameAncestor, ...rest } = options;
  const made = await withStore(cli, (store, config) =>
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
  const { printer } = cli;
  if (json) return printer.json(made);
  const { bold, dim, green } = printer.colours;
  printer.line(`${green('✓')} Created Page ${bold(made.slug)} for ${printableText(made.profileId)}`);
  printer.line();
  printer.line(`  ${dim('address')}  ${made.url}`);
  printer.line(`The Page shows only items marked ${bold('onPage: true')}, and answers only from them.`);
}

async function listPages(cli: Cli, options: OfWorkspace): Promise<void> {
  const pages = await readStore(cli, (store, config) => verbs(store, config).list({ workspaceId: options.workspace }));
  const { printer } = cli;
  if (options.json) return printer.json(pages);
  if (pages.length === 0) return printer.line('There are no Pages yet. "understudy pages create" creates one.');
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
      domains.map(({ domain, provenAt }) => (provenAt === null ? `${domain} (not verified)` : domain)).join(', '),
      url,
    ]),
  );
}

async function setPageState(
  cli: Cli,
  options: OfWorkspace & { slug: string; action: 'pause' | 'resume' | 'remove' },
): Promise<void> {
  const { slug, action, workspace: workspaceId } = options;
  const set = await withStore(cli, (store, config) => verbs(store, config).setState({ workspaceId, slug, action }));
  const { printer } = cli;
  if (options.json) return printer.json(set);
  printer.line(`${printer.colours.green('✓')} ${set.slug} is now ${set.after} (it was ${set.before}).`);
}

const isDomain = createValidator(PageDomain);

async function pageDomain(
  cli: Cli,
  options: OfWorkspace & { slug: string; domain: string; verify?: true; remove?: true },
): Promise<void> {
  const domain = options.domain.toLowerCase().replace(/\.$/, '');
  if (!isDomain(domain).ok) {
    throw new OperatorError(
      `"${printableName(options.domain)}" is not a domain. Enter a domain such as ask.aurora.example, without a scheme, port or path. Enter an internationalized domain in its xn-- form.`,
    );
  }
  const of = { workspaceId: options.workspace, slug: options.slug, domain };
  const { printer } = cli;
  if (options.remove) {
    const isRemoved = await withStore(cli, (store, config) => verbs(store, config).removeDomain(of));
    if (options.json) return printer.json({ domain, removed: isRemoved });
    return printer.line(
      isRemoved ? `${domain} no longer serves the Page.` : `The Page does not have the domain ${domain}.`,
    );
  }
  if (options.verify) {
    const verified = await withStore(cli, (store, config) => verbs(store, config).verifyDomain(of, lookUpTxt));
    if (options.json) return printer.json(verified);
    if (verified.isProven)
      return printer.line(`${printer.colours.green('✓')} ${domain} is verified and serves the Page.`);
    return showRecord(
      printer,
      verified,
      'The record was not found. A new record may take a few minutes to appear. The record must be:',
    );
  }
  const { txtName, txtValue } = await withStore(cli, (store, config) => verbs(store, config).addDomain(of));
  if (options.json) return printer.json({ txtName, txtValue });
  showRecord(
    printer,
    { txtName, txtValue },
    'Add this TXT record at your DNS provider, then run this command with --verify:',
  );
}

function showRecord(
  printer: Printer,
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
