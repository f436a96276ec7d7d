import Type, { type TProperties } from 'typebox';
import { createValidator } from '../lib/validator.ts';
import type { JsonRpcRequest } from './read-message.ts';

interface KnownMethod {
  /** The faults of the params, each naming its field and bound; empty if the params are valid. */
  readonly faultsOf: (params: JsonRpcRequest['params']) => readonly string[];
  /** A description of the method's params, so that the caller can correct the request. */
  readonly takes: string;
}

const faultsNamed = 3;

const methods: ReadonlyMap<string, KnownMethod> = new Map([
  [
    'initialize',
    method(
      {
        protocolVersion: Type.String(),
        capabilities: Type.Object({}),
        clientInfo: Type.Object({ name: Type.String(), version: Type.String() }),
      },
      'initialize takes protocolVersion (a string), capabilities (an object) and clientInfo (an object with the strings name and version).',
    ),
  ],
  ['ping', method({}, 'ping takes no params.')],
  [
    'tools/list',
    // All tools fit on one page, so the service never issues a cursor.
    method(
      { cursor: Type.Optional(Type.String({ maxLength: 0 })) },
      'tools/list takes no params, because all tools are on one page.',
    ),
  ],
  [
    'tools/call',
    method(
      { name: Type.String(), arguments: Type.Optional(Type.Object({})) },
      'tools/call takes name (a tool that tools/list returns) and arguments (an object; omit it if the tool takes none).',
    ),
  ],
]);

/**
 * Checks a request's method and params before anything acts on them. Returns the JSON-RPC error to answer with, or null
 * if they are valid.
 */
export function checkParams({
  method: name,
  params,
  hasOddParams,
}: JsonRpcRequest): { code: number; message: string } | null {
  const known = methods.get(name);
  if (known === undefined) {
    return {
      code: -32601,
      message: `This method does not exist. This server supports ${[...methods.keys()].join(', ')}.`,
    };
  }
  if (hasOddParams) {
    return { code: -32602, message: `params must be an object; omit it if there are none. ${known.takes}` };
  }
  const faults = known.faultsOf(params);
  if (faults.length === 0) return null;
  return { code: -32602, message: `${faults.slice(0, faultsNamed).join('; ')}. ${known.takes}` };
}

function method(properties: TProperties, takes: string): KnownMethod {
  const validate = createValidator(
    Type.Object({ params: Type.Object({ ...properties, _meta: Type.Optional(Type.Object({})) }) }),
    { quotes: false },
  );
  return {
    takes,
    faultsOf(params) {
      // The tool checks the content of the arguments. This check only requires an object.
      const args = params['arguments'];
      const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
      const result = validate({ params: isObject ? { ...params, arguments: {} } : params });
      return result.ok ? [] : result.faults.map(({ message }) => message);
    },
  };
}
