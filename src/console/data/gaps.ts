/** Numbers that follow each other, and of which none came. */
export interface Gap {
  from: string
  to: string
}

/** Events have numbers without gaps, the newest first: between two that are shown, none is missing. */
export const gapsIn = (events: readonly { seq: string }[]): readonly Gap[] =>
  events.slice(1).flatMap(({ seq: older }, index) => {
    const newer = BigInt(events[index]?.seq ?? older)
    const expected = BigInt(older) + 1n
    return newer > expected ? [{ from: String(expected), to: String(newer - 1n) }] : []
  })
