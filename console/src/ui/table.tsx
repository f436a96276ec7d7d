import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly label: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** Shows rows under named columns. On a phone, each row becomes a card. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** The table's subject, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  return (
    <section className="table-frame" aria-label={caption}>
      <table className="table table-cards">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber === true ? 'number' : undefined}>
                {label === '' ? <span className="visually-hidden">Actions</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, isNumber, cell }) => (
                <td key={label} data-label={label} className={isNumber === true ? 'number' : undefined}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
