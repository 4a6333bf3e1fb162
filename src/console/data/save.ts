/** Gives a file to whoever reads, from memory. */
export const save = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
