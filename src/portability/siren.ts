/** Whether a text is a SIREN: nine digits, the last of which follows from the others (Luhn). */
export const isSiren = (text: string): boolean => {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum > 0 && sum % 10 === 0
}
