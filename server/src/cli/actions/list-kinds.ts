import { connectionKinds, kindOf, kinds } from '../../domain/inbox/kinds/kinds.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

/** Shows what every kind of connection needs. */
export function listKinds(terminal: Terminal, options: { json?: true }): void {
  const printer = createPrinter(terminal);
  if (options.json) {
    printer.json(connectionKinds.map((kind) => ({ kind, ...kinds[kind] })));
    return;
  }
  const { bold, dim } = printer.colours;
  for (const name of connectionKinds) {
    const { summary, transports, fields } = kindOf(name);
    printer.line(`${bold(name)}  ${summary}`);
    for (const transport of transports) printer.line(`  ${dim('transport')}  ${transport.name}: ${transport.title}`);
    for (const field of fields) {
      const option = field.as === 'text' ? '--set' : field.as === 'secret' ? '--secret-file' : 'made for you';
      const only = field.transports === undefined ? '' : ` (${field.transports.join(', ')})`;
      printer.line(`  ${dim(option)}  ${field.name}${only}: ${field.help}`);
    }
  }
}
