/** Prisma does not escape `%` and `_` in patterns of LIKE, nor where it compares without regard to case. */

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A filter for the same text, in capitals or not. */
export const sameText = (text: string) => ({ equals: escapeLike(text), mode: 'insensitive' }) as const
