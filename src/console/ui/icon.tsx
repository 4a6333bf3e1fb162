/** Icons are paths in the page: no font and no file to load. */
const paths = {
  inbox: 'M3 12h4l2 3h6l2-3h4M5 5h14l2 7v7H3v-7z',
  outbox: 'M21 3 10 14M21 3l-7 18-4-7-7-4z',
  live: 'M3 12h4l3-8 4 16 3-8h4',
  hook: 'M12 3a4 4 0 0 1 3 7l3 5M9 9l-4 7M9 18h8M5 16a3 3 0 1 0 3 3M18 15a3 3 0 1 1-2 5',
  key: 'M14 10a4 4 0 1 1-1-3l8 0v4h-3v3h-4z',
  parts: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  compose: 'M4 20h16M5 16l1-4L16 2l4 4L10 16z',
  company: 'M4 21V5l8-3v19M12 9h8v12M7 8h2M7 12h2M7 16h2M15 13h2M15 17h2M2 21h20',
  people: 'M9 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M3 20c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 5M17 14c3 0 5 3 5 6',
  money: 'M3 6h18v12H3zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6M6 9v0M18 15v0',
  calendar: 'M4 5h16v16H4zM4 10h16M8 3v4M16 3v4',
  plot: 'M4 4v16h16M8 16v-5M12 16V7M16 16v-8',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v0M4 12v0M4 18v0',
  flask: 'M9 3h6M10 3v6L4 20h16L14 9V3M7 15h10',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
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
