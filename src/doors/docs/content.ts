/** What a page of the documentation says, without the frame around it. */
export interface Content {
  title: string
  /** HTML of ours. */
  body: string
  /** Headings of the page that lead somewhere. */
  toc: readonly (readonly [id: string, title: string])[]
  lead: string
  /** English in every language, because it is what the product says. */
  isEnglish?: boolean
  /** Whether the headings are English too; they are where the page is. */
  isTocEnglish?: boolean
}
