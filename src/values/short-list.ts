/**
 * A list with one more, for lists that mostly have none or one: where `push` is the first to add something, V8 makes room
 * for seventeen.
 */
export const withOneMore = <T>(list: readonly T[], one: T): readonly T[] => {
  if (list.length === 0) return [one]
  ;(list as T[]).push(one)
  return list
}
