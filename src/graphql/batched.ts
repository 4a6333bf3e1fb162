import DataLoader from 'dataloader'
import type { Context } from './context.ts'

const made = new WeakMap<Context, Map<string, DataLoader<never, unknown>>>()

/** A loader of this name for a request: asks once for what many rows need. */
export const batched = <K, V>(
  context: Context,
  name: string,
  ask: (keys: readonly K[]) => Promise<readonly V[]>,
): DataLoader<K, V> => {
  const loaders = made.get(context) ?? new Map<string, DataLoader<never, unknown>>()
  made.set(context, loaders)
  const loader =
    loaders.get(name) ??
    (new DataLoader<K, V>((keys) => ask(keys), { cache: false }) as unknown as DataLoader<never, unknown>)
  loaders.set(name, loader)
  return loader as unknown as DataLoader<K, V>
}
