interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** True if a high value is good. By default, a high value means that little of the maximum is left. */
  readonly isGoodHigh?: boolean;
}

/** Shows a value as a share of its maximum, such as the replies used this month. */
export function Meter({ label, value, max, isGoodHigh = false }: MeterProps) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  return (
    // biome-ignore lint/a11y/useSemanticElements: each browser draws the native element in its own colours
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={`${value} of ${max}`}
    >
      <div
        className={isGoodHigh ? 'is-good' : share > 0.9 ? 'is-high' : undefined}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
