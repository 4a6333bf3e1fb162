/** Icons are paths in the page: no font and no file to load. */
const paths = {
  inbox: 'M3 12h4l2 3h6l2-3h4M5 5h14l2 7v7H3v-7z',
  outbox: 'M21 3 10 14M21 3l-7 18-4-7-7-4z',
  live: 'M3 12h4l3-8 4 16 3-8h4',
  hook: 'M12 3a4 4 0 0 1 3 7l3 5M9 9l-4 7M9 18h8M5 16a3 3 0 1 0 3 3M18 15a3 3 0 1 1-2 5',
  key: 'M14 10a4 4 0 1 1-1-3l8 0v4h-3v3h-4z',
  parts: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5',
  close: 'M6 6l12 12M18 6 6 18',
  empty: 'M6 3h9l4 4v14H6zM15 3v5h4M9 13h7M9 17h5',
  back: 'M15 5l-7 7 7 7',
  out: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
