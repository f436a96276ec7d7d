import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CreatePageOptions } from '../actions/pages.ts';
import type { CommandContext } from '../command-context.ts';
import { gather, shortText, wholeNumber } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addPages(program: Command, { terminal }: CommandContext): void {
  const pages = defineGroup(program, 'pages', 'Answer visitors from approved items, on a Page of the creator', [
    ['pages create --workspace ws_aurora --profile prof_aurora --slug aurora', 'a Page at /p/aurora'],
    ['pages list --workspace ws_aurora', 'all of them, with their addresses'],
  ]).helpGroup('Day to day:');

  define(pages, {
    name: 'create',
    summary: 'Make a Page; it shows and answers from items marked onPage alone',
    examples: [
      [
        'pages create -w ws_aurora --profile prof_aurora --slug aurora --frame-ancestor https://a.example',
        'which may be embedded in a site',
      ],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('-p, --profile <id>', 'the profile that answers').argParser(shortText(120)).makeOptionMandatory(),
    )
    .addOption(new Option('-s, --slug <slug>', 'its name in the address').argParser(slug).makeOptionMandatory())
    .addOption(new Option('--inactive', 'make it without showing it yet'))
    .addOption(new Option('--model', 'let a language model read questions'))
    .addOption(
      new Option('--frame-ancestor <origin>', 'an origin that may embed it; may be repeated').argParser(
        (text: string, before: readonly string[] | undefined) => gather(origin(text), before),
      ),
    )
    .addOption(
      new Option('--daily-replies <n>', "answers charged on one day (default: 1/15 of the month's share)").argParser(
        wholeNumber(0, 1_000_000_000),
      ),
    )
    .addOption(
      new Option('--daily-handoffs <n>', 'questions passed on on one day (default: 50)').argParser(
        wholeNumber(1, 1_000),
      ),
    )
    .addOption(new Option('--accent <colour>', 'the colour of buttons and links, such as #7A3E9D').argParser(colour))
    .addOption(new Option('--robots <rule>', 'whether search engines may list it').choices(['index', 'noindex']))
    .addOption(json())
    .action(async (options: CreatePageOptions) => {
      const { createPage } = await import('../actions/pages.ts');
      await createPage(terminal, options);
    });

  define(pages, {
    name: 'list',
    summary: 'List Pages, by slug',
    examples: [['pages list -w ws_aurora --json', 'for machines']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { listPages } = await import('../actions/pages.ts');
      await listPages(terminal, options);
    });

  for (const [action, summary] of [
    ['pause', 'Answer 404 at its address until it is resumed'],
    ['resume', 'Show and answer again'],
    ['remove', 'End a Page and its domains at once; conversations stay'],
  ] as const) {
    define(pages, {
      name: `${action} <slug>`,
      summary,
      examples: [[`pages ${action} aurora -w ws_aurora`, summary.toLowerCase()]],
    })
      .addOption(workspace())
      .addOption(json())
      .action(async (name: string, options: { workspace: string; json?: true }) => {
        const { setPageState } = await import('../actions/pages.ts');
        await setPageState(terminal, { slug: name, action, ...options });
      });
  }

  define(pages, {
    name: 'domain <slug> <domain>',
    summary: 'Show the DNS record that proves a domain of the creator',
    description:
      'Shows the DNS record that proves a domain of the creator. With --verify the record is looked up, and a domain that it proves shows the Page.',
    examples: [
      ['pages domain aurora ask.aurora.example -w ws_aurora', 'the TXT record to add'],
      ['pages domain aurora ask.aurora.example -w ws_aurora --verify', 'once it is there'],
    ],
  })
    .addOption(workspace())
    .addOption(new Option('--verify', 'look the record up now').conflicts('remove'))
    .addOption(new Option('--remove', 'the domain no longer shows the Page'))
    .addOption(json())
    .action(
      async (
        name: string,
        given: string,
        options: { workspace: string; verify?: true; remove?: true; json?: true },
      ) => {
        const { pageDomain } = await import('../actions/pages.ts');
        await pageDomain(terminal, { slug: name, domain: given, ...options });
      },
    );
}

function slug(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/.test(text)) {
    throw new InvalidArgumentError(
      'Write 3 to 60 lower-case letters, digits and hyphens, with a letter or digit at both ends.',
    );
  }
  return text;
}

function origin(text: string): string {
  if (!/^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Write an origin such as https://a.example, without a path.');
  }
  return text;
}

function colour(text: string): string {
  if (!/^#[0-9A-Fa-f]{6}$/.test(text)) throw new InvalidArgumentError('Write a colour such as #7A3E9D.');
  return text;
}
