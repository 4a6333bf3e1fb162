let told = false

/** Tells whoever waits for a build what is made. Nothing is told where everything is there already. */
export const tellStep = (made: string): void => {
  if (!told)
    process.stderr.write('Building, once for each version of the code; the first time takes about half a minute:\n')
  told = true
  process.stderr.write(`  ${made}\n`)
}
