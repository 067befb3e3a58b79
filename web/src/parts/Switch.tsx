// A row with something to turn on and off.

export function Switch({
  name,
  about,
  value,
  onChange,
}: {
  name: string;
  about?: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <label class="setting">
      <div>
        <span>{name}</span>
        {about && <small>{about}</small>}
      </div>
      <input
        type="checkbox"
        class="switch"
        role="switch"
        checked={value}
        aria-checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
