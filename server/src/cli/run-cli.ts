import { CommanderError } from 'commander';
import { OperatorError, StoreUnavailable } from '../lib/errors.ts';
import { exitCodes } from './exit-codes.ts';
import { createPrinter } from './printer.ts';
import { buildProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line to its end and resolves to the exit code. Faults are told on standard error, without a stack. */
export async function runCli(options: Terminal & { readonly args: readonly string[] }): Promise<number> {
  const { args, ...terminal } = options;
  const printer = createPrinter(terminal);
  leaveQuietlyWhenNobodyReads(terminal);
  let exitCode: number = exitCodes.done;
  const program = buildProgram(terminal, (code) => {
    exitCode = code;
  });
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
      printer.note(
        `${red(bold('✗'))} The store cannot be used now: ${error.reason}. Nothing was changed; "understudy doctor" looks further.`,
      );
      return exitCodes.fault;
    }
    const message = error instanceof Error ? error.message : String(error);
    printer.note(`${red(bold('✗'))} Something went wrong inside Understudy: ${message}`);
    if (terminal.env['UNDERSTUDY_LOG_LEVEL'] === 'debug' && error instanceof Error)
      printer.note(dim(error.stack ?? ''));
    return exitCodes.fault;
  }
}

/** `understudy … | head` closes the pipe early: that is no fault of anyone. */
function leaveQuietlyWhenNobodyReads({ stdout, stderr }: Terminal): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(exitCodes.done);
      throw error;
    });
  }
}
