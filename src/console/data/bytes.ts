/** Bytes as texts carry them. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const PORTION = 8_192

export const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += PORTION) text += String.fromCharCode(...bytes.subarray(at, at + PORTION))
  return btoa(text)
}
