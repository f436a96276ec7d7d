/** The counts are by UTC day. */
const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface Series {
  readonly name: string;
  readonly className: string;
}

interface Day {
  readonly day: string;
  readonly values: readonly number[];
}

/** Shows a stacked bar for each day. A table below the bars contains the same numbers. */
export function DayBars({
  label,
  series,
  days,
}: {
  readonly label: string;
  readonly series: readonly Series[];
  readonly days: readonly Day[];
}) {
  const sums = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const top = niceTop(Math.max(...sums, 1));
  const total = sums.reduce((sum, value) => sum + value, 0);
  return (
    <figure className="stack-tight">
      <div className="row">
        {series.map(({ name, className }) => (
          <span key={name} className="legend-item">
            <i className={className} /> {name}
          </span>
        ))}
      </div>
      <div className="plot" role="img" aria-label={`${label}: ${total} in total`}>
        <div className="plot-scale">
          <span>{top}</span>
          <span>{top % 2 === 0 ? top / 2 : ''}</span>
          <span>0</span>
        </div>
        <div className="plot-bars">
          {days.map(({ day, values }) => (
            <div key={day} className="plot-day" title={titleOf(day, values, series)}>
              {values.map((value, part) => (
                <i
                  key={series[part]?.name}
                  className={series[part]?.className}
                  style={{ height: `${(value / top) * 100}%` }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className="plot-days">
          {days.map(({ day }, index) => (
            <span key={day}>{(days.length - 1 - index) % 7 === 3 ? dayOfMonth.format(new Date(day)) : ''}</span>
          ))}
        </div>
      </div>
      <details>
        <summary className="small">As a table</summary>
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, values }) => (
                <tr key={day}>
                  <td>{day}</td>
                  {values.map((value, part) => (
                    <td key={series[part]?.name} className="number">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface BarRow {
  readonly name: string;
  readonly parts: readonly { readonly value: number; readonly className: string; readonly name: string }[];
}

/** Shows horizontal bars, longest first. Each part of a bar has its own colour and is named in its tooltip. */
export function BarList({ rows }: { readonly rows: readonly BarRow[] }) {
  const sumOf = (row: BarRow) => row.parts.reduce((sum, { value }) => sum + value, 0);
  const top = Math.max(...rows.map(sumOf), 1);
  return (
    <ul className="bar-list">
      {rows.map((row) => (
        <li key={row.name}>
          <span>{row.name}</span>
          <span className="bar" aria-hidden="true">
            {row.parts
              .filter(({ value }) => value > 0)
              .map(({ value, className, name }) => (
                <i
                  key={name}
                  className={className}
                  title={`${value} ${name}`}
                  style={{ width: `${(value / top) * 100}%` }}
                />
              ))}
          </span>
          <span className="number">
            {sumOf(row)}
            <span className="visually-hidden">
              : {row.parts.map(({ value, name }) => `${value} ${name}`).join(', ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function niceTop(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const rounded = [1, 2, 4, 5, 10].find((step) => step * magnitude >= value) ?? 10;
  return Math.max(2, rounded * magnitude);
}

function titleOf(day: string, values: readonly number[], series: readonly Series[]): string {
  return `${day}: ${values.map((value, part) => `${value} ${series[part]?.name ?? ''}`).join(', ')}`;
}
