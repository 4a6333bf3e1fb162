/** Light, dark, of high contrast, or as the system says; the attribute is what the tokens look at. */
const KEPT = 'theme'
export const themes = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof themes)[number]

export const currentTheme = (): Theme => {
  const kept = localStorage.getItem(KEPT)
  return themes.find((one) => one === kept) ?? 'system'
}

export const applyTheme = (theme: Theme): void => {
  localStorage.setItem(KEPT, theme)
  document.documentElement.dataset['theme'] = theme
}
