import { readFileSync } from 'node:fs';
import { nearestName } from '../lib/nearest-name.ts';
import { printableName } from '../lib/printable.ts';
import { found, type Setting, SettingFault } from './setting.ts';
import { type SettingValues, settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variables that are read but are not settings. */
const otherVariables = ['UNDERSTUDY_CONFIG'];
/**
 * Variables that users of a client export on the same machine. The service ignores them and does not report them as
 * mistakes.
 */
const clientVariables = ['UNDERSTUDY_API_KEY', 'UNDERSTUDY_URL'];
const prefix = /^UNDERSTUDY_/;
const testVariables = 'UNDERSTUDY_TEST_';

/**
 * Reads every setting from the environment, otherwise from the file, otherwise from the default. An empty variable
 * counts as unset. Adds one line to `faults` for each fault. The values are meaningful only if there is no fault.
 */
export function readSettings(
  env: Environment,
  file: { readonly name: string; readonly values: Readonly<Record<string, unknown>> },
  faults: string[],
): SettingValues {
  refuseUnknownVariables(env, faults);
  refuseUnknownKeys(file, faults);
  const values: Record<string, unknown> = {};
  for (const setting of Object.values<Setting>(settings)) values[setting.key] = readOne(setting, env, file, faults);
  // Each setting's own reader produced the value under its key.
  return values as SettingValues;
}

function readOne(
  setting: Setting,
  env: Environment,
  file: { readonly name: string; readonly values: Readonly<Record<string, unknown>> },
  faults: string[],
): unknown {
  const source = sourceOf(setting, env, file, faults);
  if (source === null) return setting.fallback;
  try {
    return setting.read(source.value);
  } catch (error) {
    if (!(error instanceof SettingFault)) throw error;
    faults.push(`${source.name} must be ${setting.bound}; found ${error.message}`);
    return setting.fallback;
  }
}

function sourceOf(
  setting: Setting,
  env: Environment,
  file: { readonly name: string; readonly values: Readonly<Record<string, unknown>> },
  faults: string[],
): { name: string; value: unknown } | null {
  const { variable } = setting;
  const secretPath = setting.isSecret ? env[`${variable}_FILE`] : undefined;
  if (isSet(env[variable])) {
    if (isSet(secretPath)) faults.push(`${variable} and ${variable}_FILE are both set; keep one of them`);
    return { name: variable, value: env[variable] };
  }
  if (isSet(secretPath)) return readSecretFile(`${variable}_FILE`, secretPath, faults);
  const value = file.values[setting.key];
  if (value === undefined || value === null) return null;
  return { name: `${setting.key} in ${file.name}`, value };
}

function readSecretFile(variable: string, path: string, faults: string[]): { name: string; value: string } | null {
  try {
    return { name: variable, value: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    faults.push(`${variable} must name a readable file; found ${found(path).message}${code}`);
    return null;
  }
}

function refuseUnknownVariables(env: Environment, faults: string[]): void {
  const known = Object.values<Setting>(settings).flatMap(({ variable, isSecret }) =>
    isSecret ? [variable, `${variable}_FILE`] : [variable],
  );
  known.push(...otherVariables);
  for (const name of Object.keys(env).sort()) {
    if (!prefix.test(name) || name.startsWith(testVariables)) continue;
    if (known.includes(name) || clientVariables.includes(name)) continue;
    faults.push(`${printableName(name)} is not a setting of this service${hint(nearestVariable(name, known))}`);
  }
}

/** Compares names without their common prefix. With the prefix, every variable would count as similar. */
function nearestVariable(name: string, known: readonly string[]): string | null {
  const short = (variable: string): string => variable.replace(prefix, '');
  const nearest = nearestName(short(name), known.map(short));
  return known.find((variable) => short(variable) === nearest) ?? null;
}

function refuseUnknownKeys(
  file: { readonly name: string; readonly values: Readonly<Record<string, unknown>> },
  faults: string[],
): void {
  const known = Object.keys(settings);
  for (const key of Object.keys(file.values)) {
    if (known.includes(key)) continue;
    faults.push(
      `${printableName(key)} in ${file.name} is not a setting of this service${hint(nearestName(key, known))}`,
    );
  }
}

function hint(nearest: string | null): string {
  return nearest === null ? '; "understudy doctor --settings" lists them all' : `; did you mean ${nearest}?`;
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
