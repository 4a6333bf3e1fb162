type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The same object without the keys that hold nothing: the model leaves out what it does not say. */
export const present = <T extends object>(object: T): Present<T> => {
  const said: Record<string, unknown> = {}
  for (const name of Object.keys(object)) {
    const value = object[name as keyof T]
    if (value !== undefined) said[name] = value
  }
  return said as Present<T>
}
