/** Four digits of the scheme, a colon, an identifier without spaces: `0208:0123456749`. */
const PARTICIPANT = /^\d{4}:[A-Za-z0-9][A-Za-z0-9._\-/+*:]{0,134}$/

export const isPeppolId = (text: string): boolean => PARTICIPANT.test(text)

/** Participant ids are the same in capitals or not. */
export const spellingsOf = (peppolId: string): string[] => [
  ...new Set([peppolId, peppolId.toUpperCase(), peppolId.toLowerCase()]),
]
