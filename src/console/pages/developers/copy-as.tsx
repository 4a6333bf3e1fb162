/** What a button does, as a program would: copied as curl, or as GraphQL with its variables. */
import { useState } from 'react'
import { Button } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

interface CopyProps {
  /** A document of `#operations`, which the build makes a text. */
  document: unknown
  variables: object | void
}

const short = { asCurl: 'curl', asGraphql: 'GraphQL' } as const

/** A file stays where it is. */
const shown = (variables: object, space?: number): string =>
  JSON.stringify(variables, (_name, value: unknown) => (value instanceof File ? `<${value.name}>` : value), space)

/** The key is never a part of what is copied. */
const formsOf = (query: string, variables: object) => {
  const body = `{"query":${JSON.stringify(query)},"variables":${shown(variables)}}`.replaceAll("'", `'\\''`)
  return {
    asCurl: `curl ${location.origin}/graphql -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${body}'`,
    asGraphql: `${query}\n\n${shown(variables, 2)}`,
  }
}

export const CopyAs = ({ document, variables }: CopyProps) => {
  const { t } = useWords()
  const [copied, setCopied] = useState<string>()
  const forms = formsOf(String(document), variables ?? {})
  const copy = async (name: keyof typeof forms): Promise<void> => {
    await navigator.clipboard.writeText(forms[name])
    setCopied(name)
  }
  return (['asCurl', 'asGraphql'] as const).map((name) => (
    <Button key={name} look="tiny" aria-label={t(copied === name ? 'copied' : name)} onPress={() => void copy(name)}>
      {copied === name ? t('copied') : short[name]}
    </Button>
  ))
}
