// Line icons on a 24-unit grid; colour and size come from the text around them.

const PATHS = {
  play: "M5 4l14 8-14 8z",
  analyse: "M4 19V9m5 10V5m5 14v-7m5 7V8",
  watch: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  lab: "M9 3h6M10 3v6L4.6 18.2A1.9 1.9 0 0 0 6.2 21h11.6a1.9 1.9 0 0 0 1.6-2.8L14 9V3M7.2 15h9.6",
  screen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  learn: "M2 9l10-5 10 5-10 5zM6 11.2V16c3.4 2.7 8.6 2.7 12 0v-4.8M22 9v6",
  library: "M4 5a2 2 0 0 1 2-2h13v16H6a2 2 0 0 0-2 2zM4 19V5",
  events: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H3c0 4 2 5 4 5m10-5h4c0 4-2 5-4 5M12 14v4m-4 2h8",
  class: "M3 4h18v12H3zM12 16v5m-4 0h8M7 8h6M7 12h10",
  awards: "M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2L12 17l-5.6 3 1.3-6.2L3 9.5l6.3-.7z",
  settings:
    "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM12 2.8v3m0 12.4v3M2.8 12h3m12.4 0h3M5.5 5.5l2.1 2.1m8.8 8.8l2.1 2.1m0-13l-2.1 2.1m-8.8 8.8l-2.1 2.1",
  first: "M18 5l-9 7 9 7zM6 5v14",
  previous: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M6 5l9 7-9 7zM18 5v14",
  undo: "M4 9h10a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4",
  redo: "M20 9H10a5 5 0 0 0 0 10h6M20 9l-4-4M20 9l-4 4",
  hint: "M9 18h6m-5 3h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2.2h5.4c0-1 .3-1.7.9-2.2A6 6 0 0 0 12 3z",
  pause: "M8 5v14M16 5v14",
  flip: "M7 4v16m0 0l-3-3m3 3l3-3M17 20V4m0 0l-3 3m3-3l3 3",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  share: "M12 15V3m0 0L8 7m4-4l4 4M5 12v8h14v-8",
  flag: "M6 21V4h11l-2 4 2 4H6",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  trash: "M5 7h14M10 7V4h4v3m-7 0l1 13h8l1-13",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  check: "M5 13l4 4L19 7",
  stop: "M6 6h12v12H6z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3.2 2.2",
  log: "M5 4h14v16H5zM8.5 9h7m-7 4h7m-7 4h4",
  back: "M15 5l-7 7 7 7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
