/**
 * Returns statements that create stubs for the Citus functions that the plan calls, with their names and parameters in
 * Citus 12. The stubs only record their calls in `public.citus_calls`. A superuser runs the statements before `role`
 * runs the plan.
 */
export function citusStubs(role: string): string[] {
  return [
    `CREATE TABLE public.citus_calls (call text, target text, argument text, colocate_with text)`,
    `GRANT ALL ON public.citus_calls TO ${role}`,
    `CREATE SCHEMA citus`,
    `CREATE TYPE citus.distribution_type AS ENUM ('hash', 'range', 'append')`,
    `GRANT USAGE ON SCHEMA citus TO ${role}`,
    stub('create_distributed_table', `table_name regclass, distribution_column text, ${tableDefaults}`, [
      'table_name',
      'distribution_column',
      'colocate_with',
    ]),
    stub('create_distributed_table', `table_name regclass, distribution_columns text[], ${tableDefaults}`, [
      'table_name',
      'distribution_columns',
      'colocate_with',
    ]),
    stub('create_reference_table', 'table_name regclass', ['table_name', 'NULL', 'NULL']),
    stub('citus_add_local_table_to_metadata', 'table_name regclass, cascade_via_foreign_keys boolean DEFAULT false', [
      'table_name',
      'NULL',
      'NULL',
    ]),
    stub(
      'create_distributed_function',
      `function_name regprocedure, distribution_arg_name text DEFAULT NULL, colocate_with text DEFAULT 'default',
       force_delegation boolean DEFAULT NULL`,
      ['function_name', 'distribution_arg_name', 'colocate_with'],
    ),
    // Citus lets everyone set this parameter, but PostgreSQL without Citus does not know it.
    `GRANT SET ON PARAMETER citus.propagate_set_commands TO ${role}`,
  ];
}

/** Returns statements that remove the stubs, so that the role can be dropped. */
export function withoutCitusStubs(role: string): string[] {
  return [`REVOKE SET ON PARAMETER citus.propagate_set_commands FROM ${role}`];
}

const tableDefaults = `distribution_type citus.distribution_type DEFAULT 'hash', colocate_with text DEFAULT 'default',
  shard_count int DEFAULT NULL`;

function stub(name: string, parameters: string, noted: readonly string[]): string {
  const values = noted.map((value) => (value === 'NULL' ? value : `${value}::text`)).join(', ');
  return `CREATE FUNCTION pg_catalog.${name}(${parameters}) RETURNS void LANGUAGE sql CALLED ON NULL INPUT AS
    $$ INSERT INTO public.citus_calls VALUES ('${name}', ${values}) $$`;
}
