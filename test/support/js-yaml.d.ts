declare module 'js-yaml' {
  export const load: (text: string) => unknown
  export const loadAll: (text: string) => unknown[]
}
