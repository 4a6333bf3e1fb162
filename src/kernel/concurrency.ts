/** Runs `work` for every item, a few at a time, and answers the results in the order of the items. */
export const mapLimited = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const answers: R[] = []
  let next = 0
  const turn = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) answers[index] = await work(items[index] as T, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, turn))
  return answers
}

/**
 * The first item of each group, then the second of each, and so on: what must follow one another within a group can run
 * side by side with other groups.
 */
export function* roundRobin<T>(items: Iterable<T>, groupOf: (item: T) => string): Generator<T[]> {
  const groups = [...Map.groupBy(items, groupOf).values()]
  const longest = groups.reduce((most, group) => Math.max(most, group.length), 0)
  for (let round = 0; round < longest; round++) yield groups.flatMap((group) => group.slice(round, round + 1))
}

/** The items in order, in lists of at most `size`. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
