import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommanderError } from 'commander';
import { OperatorError, StoreUnavailable } from '../lib/errors.ts';
import { surviveClosedPipes } from './closed-pipes.ts';
import { createPrinter } from './printer.ts';
import { buildProgram } from './program.ts';
import { exitCodes, type Terminal } from './terminal.ts';

/**
 * Runs one command line and resolves to the exit code. Faults are reported on standard error, without a stack trace. If
 * the reader of the output disconnects, the command continues.
 */
export async function runCli(options: Terminal & { readonly args: readonly string[] }): Promise<number> {
  const { args, ...terminal } = options;
  const outputFault = surviveClosedPipes(terminal);
  const exitCode = await run(args, terminal);
  // The stream reports a failed write only in a later turn of the event loop.
  await nextTurn();
  const fault = outputFault();
  if (fault === null) return exitCode;
  createPrinter(terminal).note(`✗ Not all of the output could be written: ${fault.message}`);
  return exitCode === exitCodes.done ? exitCodes.fault : exitCode;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const printer = createPrinter(terminal);
  let exitCode: number = exitCodes.done;
  const setExitCode = (code: number): void => {
    exitCode = code;
  };
  const program = buildProgram({ ...terminal, printer, setExitCode });
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { bold, red, dim } = printer.errorColours;
    if (error instanceof OperatorError) {
      printer.note(`${red(bold('✗'))} ${error.message}`);
      for (const fault of error.faults) printer.note(`  ${dim('·')} ${fault}`);
      return exitCodes.fault;
    }
    if (error instanceof StoreUnavailable) {
      printer.note(`${red(bold('✗'))} The store is unavailable: ${error.reason}. "understudy doctor" shows more.`);
      return exitCodes.fault;
    }
    const message = error instanceof Error ? error.message : String(error);
    printer.note(`${red(bold('✗'))} Understudy had an internal error: ${message}`);
    if (terminal.env['UNDERSTUDY_LOG_LEVEL'] === 'debug' && error instanceof Error)
      printer.note(dim(error.stack ?? ''));
    return exitCodes.fault;
  }
}
