/** What a button does, as a program would: copied as curl, or as GraphQL with its variables. */
import { useState } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import { Button } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

interface CopyProps {
  document: TypedDocumentNode<object, AnyVariables>
  variables: object
}

/** Operations are texts (the build makes them so); the key is never a part of what is copied. */
const formsOf = (document: CopyProps['document'], variables: object) => {
  const query = String(document)
  const body = JSON.stringify({ query, variables }).replaceAll("'", `'\\''`)
  return {
    asCurl: `curl ${location.origin}/graphql -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${body}'`,
    asGraphql: `${query}\n\n${JSON.stringify(variables, null, 2)}`,
  }
}

export const CopyAs = ({
  document,
  variables,
}: {
  document: TypedDocumentNode<never, never> | object
  variables: object | void
}) => {
  const { t } = useWords()
  const [copied, setCopied] = useState<string>()
  const forms = formsOf(document as CopyProps['document'], variables ?? {})
  const copy = async (name: keyof typeof forms): Promise<void> => {
    await navigator.clipboard.writeText(forms[name])
    setCopied(name)
  }
  return (['asCurl', 'asGraphql'] as const).map((name) => (
    <Button key={name} look="tiny" onPress={() => void copy(name)}>
      {copied === name ? t('copied') : t(name)}
    </Button>
  ))
}
