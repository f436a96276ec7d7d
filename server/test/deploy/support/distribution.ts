/** A place in a statement that reads or writes a table, with the alias that the statement gives it. */
interface Use {
  readonly table: string;
  readonly alias: string;
}

/**
 * Returns the statements in a function's body that use a distributed table without its `workspace_id`. The column must
 * be in a condition or a join (with the table's alias if the statement has several tables), or first among the inserted
 * columns.
 */
export function strayStatements(body: string, distributed: readonly string[]): string[] {
  return statementsOf(body).filter((statement) => {
    const uses = usesOf(statement, distributed);
    return uses.some((use) => !isConfined(use, statement, uses.length));
  });
}

/**
 * Returns the statements in a SQL or PL/pgSQL body, without comments. A query in parentheses is a separate statement.
 */
function statementsOf(body: string): string[] {
  return body
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .split(';')
    .flatMap(queriesIn);
}

function queriesIn(statement: string): string[] {
  const queries: string[] = [];
  const open = [''];
  for (const character of statement) {
    if (character === '(') open.push('');
    else if (character === ')' && open.length > 1) {
      const inner = open.pop() ?? '';
      const isQuery = /^ ?(WITH|SELECT|UPDATE|DELETE|INSERT)\b/.test(inner);
      if (isQuery) queries.push(inner);
      open.push(`${open.pop()}${isQuery ? '(query)' : `(${inner})`}`);
    } else open.push(`${open.pop()}${character}`);
  }
  return [...queries, open.join('(')].map((text) => text.trim()).filter((text) => text !== '');
}

function usesOf(statement: string, distributed: readonly string[]): Use[] {
  const tables = `(${distributed.join('|')})\\b`;
  const words =
    'AS|WHERE|SET|ON|USING|VALUES|SELECT|ORDER|GROUP|LIMIT|JOIN|LEFT|CROSS|INNER|FOR|RETURNING|UNION|LOOP|TABLESAMPLE|DO|json|bigint|text';
  const alias = String.raw`\s+(?:AS\s+)?(?!(?:${words})\b)([a-z_]\w*)`;
  const forms = [
    String.raw`\b(?:FROM|JOIN|UPDATE|USING)\s+(?:ONLY\s+)?${tables}(?!\s*[.(])(?:${alias})?`,
    String.raw`\bINSERT INTO\s+${tables}`,
    // The second table of a list; a column in a list of columns has no alias after it.
    String.raw`,\s*${tables}${alias}`,
  ];
  return forms.flatMap((form) =>
    [...statement.matchAll(new RegExp(form, 'g'))].map(([, table = '', name = table]) => ({ table, alias: name })),
  );
}

function isConfined({ table, alias }: Use, statement: string, uses: number): boolean {
  const inserted = new RegExp(
    String.raw`INSERT INTO ${table}(?: AS \w+)? (?:\(workspace_id\b|VALUES \((?:p_workspace|v_\w+\.id|v_workspace)\b|SELECT (?:p_workspace)\b)`,
  );
  if (inserted.test(statement)) return true;
  if (new RegExp(String.raw`\b(?:${alias}|${table})\.workspace_id\b`).test(statement)) return true;
  if (new RegExp(String.raw`JOIN ${table}(?: ${alias})? USING \(workspace_id`).test(statement)) return true;
  // Without aliases, the column must occur once for each table.
  return uses <= (statement.match(/(?<![\w.])workspace_id\b/g) ?? []).length;
}
