/** How much of something is used. */
export function Meter({ label, value, max }: { readonly label: string; readonly value: number; readonly max: number }) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a native one each in their own colours
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
