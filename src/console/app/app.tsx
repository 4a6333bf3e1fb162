import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Provider } from 'urql'
import { makeClient } from '../data/client.ts'
import { SignIn } from '../session/sign-in.tsx'
import { useSession } from '../session/session.ts'
import { useWords } from '../words/words.ts'
import { loadPages, router } from './router.tsx'

const SETTLED_MS = 3_000

/** Another session or language is another client, whose cache is empty. */
export const App = () => {
  const id = useSession()
  const { language } = useWords()
  const client = useMemo(makeClient, [id, language])
  useEffect(() => {
    if (id === null) return undefined
    const timer = window.setTimeout(loadPages, SETTLED_MS)
    return () => window.clearTimeout(timer)
  }, [id])
  if (id === null) return <SignIn />
  return (
    <Provider value={client} key={id}>
      <RouterProvider router={router} />
    </Provider>
  )
}
