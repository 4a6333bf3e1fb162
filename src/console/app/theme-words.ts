/** What each appearance is called. */
export const themeWords = {
  system: 'themeSystem',
  light: 'themeLight',
  dark: 'themeDark',
  contrast: 'themeContrast',
} as const
