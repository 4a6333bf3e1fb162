/** What is made; undefined where that throws an error of this kind, which says that it is beyond who tries. */
export const unlessThrown = <T>(kind: new () => Error, make: () => T): T | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof kind) return undefined
    throw error
  }
}
