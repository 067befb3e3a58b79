// One choice of a few, drawn as a segmented bar; a real radio group underneath.

interface SegmentsProps<T extends string | number> {
  readonly name: string;
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  onChange(value: T): void;
}

export function Segments<T extends string | number>({ name, label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? "on" : ""}>
          <input
            type="radio"
            class="hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
