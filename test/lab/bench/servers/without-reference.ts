/**
 * Loaded before the product, this leaves out the scope of the reference: what it costs the other routes is the
 * difference.
 */
import { registerHooks } from 'node:module'

const NOTHING = `data:text/javascript,${encodeURIComponent('export const mountReference = () => Promise.resolve()')}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('doors/reference/reference.ts') && context.parentURL?.endsWith('src/app/server.ts')
      ? { url: NOTHING, shortCircuit: true }
      : next(specifier, context),
})
