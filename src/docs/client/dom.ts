/** Elements without HTML in texts: the policy of the page takes none. */
type Child = Node | string

export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

export const all = <T extends Element = HTMLElement>(selector: string): T[] => [
  ...document.querySelectorAll<T>(selector),
]

export const button = (label: string, act: () => void, kind = 'button'): HTMLButtonElement => {
  const element = make('button', { type: 'button', class: kind }, label)
  element.addEventListener('click', act)
  return element
}

/** A dialog that goes away again when it is closed. */
export const openDialog = (title: string, ...children: readonly Child[]): HTMLDialogElement => {
  const close = button('×', () => dialog.close(), 'tool')
  close.setAttribute('aria-label', words.close)
  const dialog = make(
    'dialog',
    { 'aria-label': title },
    make('div', { class: 'dialog-head' }, make('h2', {}, title), close),
    ...children,
  )
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

const english = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  search: 'Search',
  searchFor: 'Words, a path, a type, a code',
  nothing: 'Nothing was found.',
  key: 'Your key',
  keyAbout:
    'Samples on these pages are filled in with your key. It stays in this tab, and is forgotten when you close it.',
  make: 'Make a sandbox and its key',
  paste: 'Or paste a key',
  use: 'Use it',
  forget: 'Forget it',
  failed: 'That did not work:',
  tryIt: 'Try it',
  send: 'Send',
  body: 'Body',
  needsKey: 'Set your key first.',
}
const french: typeof english = {
  close: 'Fermer',
  copy: 'Copier',
  copied: 'Copié',
  search: 'Rechercher',
  searchFor: 'Des mots, un chemin, un type, un code',
  nothing: 'Rien n’a été trouvé.',
  key: 'Votre clé',
  keyAbout:
    'Les exemples de ces pages reprennent votre clé. Elle reste dans cet onglet et est oubliée quand vous le fermez.',
  make: 'Créer un bac à sable et sa clé',
  paste: 'Ou collez une clé',
  use: 'L’utiliser',
  forget: 'L’oublier',
  failed: 'Cela n’a pas fonctionné :',
  tryIt: 'Essayer',
  send: 'Envoyer',
  body: 'Corps',
  needsKey: 'Indiquez d’abord votre clé.',
}

export const words = document.documentElement.lang === 'fr' ? french : english
