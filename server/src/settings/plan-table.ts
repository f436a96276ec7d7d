import { defaultPlans, type Plan, type PlanTable } from '../domain/plan.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { printableName } from '../lib/printable.ts';
import { found, type Setting, SettingFault } from './setting.ts';

const limits = {
  requestsPerMinute: { min: 1, max: 1_000_000 },
  monthlyReplies: { min: 0, max: 1_000_000_000 },
} as const;

/** Accepts the plan table, as JSON if it comes from the environment. Omitted plans and limits keep their defaults. */
export function planTable(): Pick<Setting<PlanTable>, 'bound' | 'read'> {
  return {
    bound:
      'plans by name, each with requestsPerMinute, monthlyReplies or both, for example {"creator":{"monthlyReplies":1000}}',
    read(value) {
      const given = typeof value === 'string' ? parseJson(value) : value;
      if (!isRecord(given)) throw found(value);
      const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaultPlans, name));
      if (unknown !== undefined) throw unknownName('plan', unknown, Object.keys(defaultPlans));
      return {
        creator: mergePlan('creator', given['creator'], defaultPlans.creator),
        studio: mergePlan('studio', given['studio'], defaultPlans.studio),
        agency: mergePlan('agency', given['agency'], defaultPlans.agency),
      };
    },
  };
}

function mergePlan(name: string, given: unknown, plan: Plan): Plan {
  if (given === undefined) return plan;
  if (!isRecord(given)) throw new SettingFault(`plan ${name} as ${found(given).message}`);
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(limits, key));
  if (unknown !== undefined) throw unknownName(`setting of plan ${name}`, unknown, Object.keys(limits));
  return {
    requestsPerMinute: limitOf(name, 'requestsPerMinute', given, plan),
    monthlyReplies: limitOf(name, 'monthlyReplies', given, plan),
  };
}

function limitOf(name: string, key: keyof typeof limits, given: Record<string, unknown>, plan: Plan): number {
  const value = given[key];
  if (value === undefined) return plan[key];
  const { min, max } = limits[key];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new SettingFault(`${name}.${key} as ${found(value).message}; it must be a whole number from ${min} to ${max}`);
}

function unknownName(what: string, name: string, known: readonly string[]): SettingFault {
  const nearest = nearestName(name, known);
  const hint = nearest === null ? `known: ${known.join(', ')}` : `did you mean "${nearest}"?`;
  return new SettingFault(`an unknown ${what} "${printableName(name)}" (${hint})`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingFault('text that is not JSON');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
