/** Texts in patterns of LIKE: Prisma passes `%` and `_` on as they are, also where it compares without regard to case. */

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The same text, in capitals or not. */
export const sameText = (text: string) => ({ equals: escapeLike(text), mode: 'insensitive' }) as const
