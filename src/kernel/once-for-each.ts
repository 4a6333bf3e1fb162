/** What is made of something, once for as long as that is there. */
export const onceForEach = <Of extends object, Made extends object>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    const before = known.get(of)
    if (before) return before
    const made = make(of)
    known.set(of, made)
    return made
  }
}
