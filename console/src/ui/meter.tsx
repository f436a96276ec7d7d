/** Shows how much of an amount is used. */
export function Meter({ label, value, max }: { readonly label: string; readonly value: number; readonly max: number }) {
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
      <div className={share > 0.9 ? 'is-high' : undefined} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
