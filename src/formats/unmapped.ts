/** Something a document says that has no place in our model: reported, never dropped in silence. */
export type Unmapped = { xpath: string; value: string }

/** What a reader answers: the model, what found no place in it, and the mandatory places that were not there. */
export type Reading<T> = { document: T; unmapped: Unmapped[]; missing: string[] }
