import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

export interface SettingDescription {
  readonly variable: string;
  /** The variable that may instead name a file with the value; null for settings that are not secret. */
  readonly fileVariable: string | null;
  readonly key: string;
  readonly default: string;
  readonly bound: string;
  readonly description: string;
}

/**
 * Returns every setting with its names, default and bound, in documentation order. The table in the documentation is
 * generated from this list.
 */
export function describeSettings(): SettingDescription[] {
  return Object.values<Setting>(settings).map((setting) => ({
    variable: setting.variable,
    fileVariable: setting.isSecret ? `${setting.variable}_FILE` : null,
    key: setting.key,
    default: setting.defaultText,
    bound: setting.bound,
    description: setting.description,
  }));
}

/** Returns the settings as a Markdown table. */
export function settingsAsMarkdown(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = describeSettings().map((setting) => {
    const names = [setting.variable, ...(setting.fileVariable === null ? [] : [setting.fileVariable])];
    const variables = names.map((name) => `\`${name}\``).join(' or ');
    return `| ${variables} | \`${setting.key}\` | ${cell(setting.default)} | ${cell(setting.description)} Must be ${cell(setting.bound)}. |`;
  });
  return ['| Variable | In the file | Default | What it does |', '|---|---|---|---|', ...rows].join('\n');
}
