import { describeSettings } from '../../settings/describe-settings.ts';
import { wrapText } from '../display-width.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

/** Every setting with its names, default and bound. */
export function showSettings(terminal: Terminal, options: { json?: true }): void {
  const printer = createPrinter(terminal);
  const settings = describeSettings();
  if (options.json) {
    printer.json(settings);
    return;
  }
  const { bold, dim } = printer.colours;
  const width = Math.min(printer.columns ?? 100, 100);
  printer.line(dim('In the environment, or by the name in brackets in understudy.config.yaml. The environment wins.'));
  for (const setting of settings) {
    printer.line();
    printer.line(`${bold(setting.variable)} ${dim(`(${setting.key})`)}  default: ${setting.default}`);
    for (const line of wrapText(`${setting.description} Must be ${setting.bound}.`, width - 2))
      printer.line(`  ${line}`);
    if (setting.fileVariable !== null)
      printer.line(`  ${dim(`${setting.fileVariable} may name a file with it instead.`)}`);
  }
}
