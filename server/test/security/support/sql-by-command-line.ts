import { type Ended, runInside, understudy } from '../../cli/support/understudy.ts';
import { runLength } from '../../support/run-length.ts';
import type { AttackedService } from './attacked-service.ts';
import { sqlAttacks } from './sql-attacks.ts';
import { commands } from './sql-command-lines.ts';

/** Arguments that name files or whole stores. The operating system opens these, and no query contains them. */
export const namesOfFiles = [
  'backup <file>',
  'restore <file>',
  'import <file>',
  'connections create --secret-file',
  'connections configure --secret-file',
  'receivers create --secret-file',
  'transfer --from',
  'transfer --to',
  'explain --file',
  'evaluate <cases>',
  'evaluate --file',
  'evaluate --html',
  'evaluate --results',
  'teach --from',
];

const workspace = ['--workspace', 'ws_attacked'];

/** The places into which `commands` puts attacks, as `stringsOfProgram` names them. */
export const attackedByCommandLine = commands.flatMap(([command, takes]) =>
  takes.map(([where]) => `${command} ${where}`),
);

/** In the usual run, each text gets a fifth of the attacks, and the next text gets the next fifth. */
const parts = runLength({ usual: 5, full: 1 });

/**
 * Puts attacks into every text of every command line, one at a time, and into every text of an appended message. The
 * full run uses every attack in every text.
 */
export async function attackByCommandLine(service: AttackedService): Promise<{ line: string; ended: Ended }[]> {
  let place = 0;
  const attacksOfNextPlace = () => {
    place += 1;
    return sqlAttacks.filter((_, index) => (index + place) % parts === 0);
  };
  const lines = commands.flatMap(([command, takes, rest = []]) =>
    takes.flatMap(([attacked]) =>
      attacksOfNextPlace().map((attack) => [
        ...command.split(' '),
        ...rest,
        ...takes
          .filter(([where]) => where.startsWith('--'))
          .map(([where, value]) => `${where}=${where === attacked ? attack : value}`),
        '--',
        ...takes
          .filter(([where]) => where.startsWith('<'))
          .map(([where, value]) => (where === attacked ? attack : value)),
      ]),
    ),
  );
  const env = { ...service.place, UNDERSTUDY_LOG_LEVEL: 'silent' };
  const ended: { line: string; ended: Ended }[] = [];
  const queue = lines.values();
  const workers = Array.from({ length: 4 }, async () => {
    for (const line of queue) ended.push({ line: line.join(' '), ended: await runInside(line, env) });
  });
  await Promise.all(workers);
  const append = ['conversations', 'append', ...workspace, '--json'];
  const feed = await understudy(append, { env: service.place, input: fedLines() });
  return [...ended, { line: append.join(' '), ended: feed }];
}

function fedLines(): string {
  const message = { conversationId: 'conv_maya', direction: 'inbound', body: 'hello' };
  return sqlAttacks
    .flatMap((attack) => [
      { ...message, body: attack, senderType: attack.slice(0, 40), id: attack },
      { ...message, conversationId: attack },
      {
        ...message,
        conversationId: `new ${attack}`,
        profileId: 'prof_aurora',
        channel: attack,
        contact: { name: attack, handle: attack },
      },
      { ...message, profileId: attack, conversationId: `other ${attack}` },
      { ...message, direction: attack },
      { ...message, sentAt: attack },
      { ...message, [attack]: attack },
    ])
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');
}
