// A whole number within limits; what lies beyond them is brought back.

export function NumberField({
  label,
  value,
  limits,
  onChange,
}: {
  label: string;
  value: number;
  limits: readonly [number, number];
  onChange: (value: number) => void;
}) {
  const [low, high] = limits;
  return (
    <label class="number-field">
      {label}
      <input
        type="number"
        min={low}
        max={high}
        value={value}
        onChange={(event) => {
          const next = Math.min(high, Math.max(low, Math.round(Number(event.currentTarget.value) || low)));
          event.currentTarget.value = String(next);
          onChange(next);
        }}
      />
    </label>
  );
}
