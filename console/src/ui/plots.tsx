interface Series {
  readonly name: string;
  readonly className: string;
}

interface Day {
  readonly day: string;
  readonly values: readonly number[];
}

const width = 720;
const height = 200;
const left = 34;
const bottom = 22;

/** Stacked bars, one for each day; the same numbers stand in a table below for whoever wants or needs them. */
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
  const step = (width - left) / Math.max(days.length, 1);
  const yOf = (value: number) => (height - bottom) * (1 - value / top) + 6;
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
      <svg className="plot" viewBox={`0 0 ${width} ${height + 6}`} role="img" aria-label={`${label}: ${total} in all`}>
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className="grid" x1={left} x2={width} y1={yOf(value)} y2={yOf(value)} />
            <text x={left - 6} y={yOf(value) + 4} textAnchor="end">
              {Number.isInteger(value) ? value : ''}
            </text>
          </g>
        ))}
        {days.map(({ day, values }, index) => (
          <g key={day}>
            {values.map((value, part) => {
              const below = values.slice(0, part).reduce((sum, each) => sum + each, 0);
              const y = yOf(below + value);
              return (
                <rect
                  key={series[part]?.name}
                  className={series[part]?.className}
                  x={left + index * step + step * 0.15}
                  width={step * 0.7}
                  y={y}
                  height={Math.max(0, yOf(below) - y)}
                  rx={1.5}
                >
                  <title>{`${day}: ${value} ${series[part]?.name ?? ''}`}</title>
                </rect>
              );
            })}
            {(days.length - 1 - index) % 7 === 0 && (
              <text x={left + index * step + step / 2} y={height} textAnchor="middle">
                {day.slice(5).replace('-', '/')}
              </text>
            )}
          </g>
        ))}
      </svg>
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

/** Bars from the left, longest the most; each part of a bar has its own colour and is named in its tooltip. */
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
