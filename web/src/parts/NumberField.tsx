// A whole number between two limits: what is typed beyond them becomes the nearer one, in the field too.

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly limits: readonly [number, number];
  readonly onChange: (value: number) => void;
}

export function NumberField({ label, value, limits: [low, high], onChange }: NumberFieldProps) {
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
