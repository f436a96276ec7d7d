import type { Command } from 'commander';

/** Each attack ends a string, a name or a comment in one of the SQL dialects, and then does damage. */
export const sqlAttacks = [
  `'; DROP TABLE canary; --`,
  `'); DELETE FROM canary; --`,
  `" OR "1"="1`,
  `' OR '1'='1' --`,
  `' UNION SELECT key_hash FROM keys --`,
  `\\'; DROP TABLE canary; --`,
  `$$; DROP TABLE canary; $$`,
  `$1; DROP TABLE canary`,
  `?1 ?2 :name @name`,
  `/* */ ; DROP TABLE canary; /*`,
  `{"a":"'}","b":[1]}`,
  `%s %I %L ' || pg_sleep(3) || '`,
  `'||(SELECT randomblob(1000000000))||'`,
  `\uff07; DROP TABLE canary; --`,
  `*) MATCH ' NEAR("canary" *`,
];

/** Returns copies of an example, each with the attack in a different string. */
export function withEachString(example: unknown, attack: string): unknown[] {
  if (typeof example === 'string') return [attack];
  if (Array.isArray(example)) {
    return example.flatMap((item, index) => withEachString(item, attack).map((each) => example.with(index, each)));
  }
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    withEachString(value, attack).map((each) => ({ ...example, [name]: each })),
  );
}

/** Returns the paths of the strings in an example. */
export function stringsOfExample(example: unknown, path = ''): string[] {
  if (typeof example === 'string') return [path];
  if (Array.isArray(example)) return example.flatMap((item) => stringsOfExample(item, `${path}[]`));
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([name, value]) => stringsOfExample(value, `${path}.${name}`));
}

interface Schema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Returns the paths of the strings in a schema, including enumerations. */
export function stringsOfSchema(schema: Schema, path = ''): string[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, each]) => stringsOfSchema(each, `${path}.${name}`));
  }
  if (schema.items !== undefined) return stringsOfSchema(schema.items, `${path}[]`);
  return schema.type === 'string' || schema.enum !== undefined || schema.anyOf !== undefined ? [path] : [];
}

/**
 * Returns every argument and option of the command line that takes a text, such as "keys revoke <id>" and "export
 * --workspace".
 */
export function stringsOfProgram(program: Command, path: readonly string[] = []): string[] {
  return program.commands.flatMap((command) => {
    const name = [...path, command.name()];
    return [
      ...command.registeredArguments.map((argument) => [...name, `<${argument.name()}>`].join(' ')),
      ...command.options
        .filter((option) => option.required || option.optional)
        .map((option) => [...name, option.long].join(' ')),
      ...stringsOfProgram(command, name),
    ];
  });
}
