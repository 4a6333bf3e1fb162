/** The profile of the caller's own organization. The operator's commands are in `src/app/operator.ts`. */
import type { Schemas } from '../client/index.ts'
import { type Input, UsageError } from './command.ts'
import { online } from './online.ts'
import { dim, green, print, printJson, safe } from './terminal.ts'

const linesOf = (organization: Schemas.Organization): string =>
  Object.entries(organization)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${dim(name.padEnd(13))} ${safe(String(value))}`)
    .join('\n')

export const showOrganization = async (input: Input): Promise<number> => {
  const organization = await online(input).client.get('/v1/organization')
  await (input.json ? printJson(organization) : print(linesOf(organization)))
  return 0
}

/** `name=Atelier`; nothing after the sign takes a value back. */
const changesIn = (words: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(
    words.map((word) => {
      const cut = word.indexOf('=')
      if (cut <= 0) throw new UsageError(`Expected NAME=VALUE, not "${word}".`)
      return [word.slice(0, cut), word.slice(cut + 1) || null]
    }),
  )

export const setOrganization = async (input: Input): Promise<number> => {
  if (input.words.length === 0) throw new UsageError('Give at least one NAME=VALUE.')
  const organization = await online(input).client.patch('/v1/organization', { body: changesIn(input.words) as never })
  if (input.json) await printJson(organization)
  else await print(`${green('✓')} Changed\n${linesOf(organization)}`)
  return 0
}
