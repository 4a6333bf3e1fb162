/** Goes on at once where nothing has to be waited for: each wait costs a turn of the process. */
export const after = <T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then((found: T) => goOn(found)) : goOn(value)
