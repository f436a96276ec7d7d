import { chatwoot } from './chatwoot.ts';
import { email } from './email.ts';
import { generic } from './generic.ts';
import type { Kind, KindField, Transport } from './kind.ts';
import { instagram, messenger, whatsapp } from './meta.ts';
import { telegram } from './telegram.ts';

/** All kinds of connections, in the order in which a form offers them. */
export const kinds = { telegram, email, instagram, messenger, whatsapp, chatwoot, generic } as const satisfies Readonly<
  Record<string, Kind>
>;

export type ConnectionKind = keyof typeof kinds;

// Object.keys returns plain strings.
export const connectionKinds = Object.keys(kinds) as readonly ConnectionKind[];

export function kindOf(kind: ConnectionKind): Kind {
  return kinds[kind];
}

/**
 * Returns the transport with this name, or the kind's default transport if the name is omitted. Returns null if the
 * kind has no transport with this name.
 */
export function transportOf(kind: ConnectionKind, name?: string): Transport | null {
  const { transports } = kindOf(kind);
  return name === undefined ? transports[0] : (transports.find((transport) => transport.name === name) ?? null);
}

/** Returns the fields that a connection of this kind has if it uses this transport. */
export function fieldsOf(kind: ConnectionKind, transport: string): KindField[] {
  return kindOf(kind).fields.filter(({ transports }) => transports === undefined || transports.includes(transport));
}

/** Fills in the values in the steps of a transport. A step with an unknown value is omitted. */
export function stepsOf(transport: Transport, values: Readonly<Record<string, string | null>>): string[] {
  return transport.steps.flatMap((step) => {
    const names = [...step.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (names.some((name) => values[name] == null)) return [];
    return step.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  });
}
