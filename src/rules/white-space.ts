/** XPath's normalize-space. Most codes hold no space at all, which is quickly seen. */
export const normalize = (text: string | undefined): string => {
  if (text === undefined || text === '') return ''
  return holdsSpace(text) && UNTIDY.test(text) ? text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '') : text
}

const UNTIDY = /^[ \t\n\r]|[ \t\n\r]$|[\t\n\r]|  /
const holdsSpace = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) <= 32) return true
  return false
}

/** True for text that is nothing but white space. */
export const isBlank = (text: string): boolean => text === '' || (text.charCodeAt(0) <= 32 && normalize(text) === '')
