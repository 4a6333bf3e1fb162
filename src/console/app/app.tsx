import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Provider } from 'urql'
import { clientFor } from '../data/client.ts'
import { SignIn } from '../session/sign-in.tsx'
import { useKey } from '../session/session.ts'
import { router } from './router.tsx'

/** Another key is another client, whose cache is empty. */
export const App = () => {
  const key = useKey()
  const client = useMemo(() => clientFor(key), [key])
  if (key === null) return <SignIn />
  return (
    <Provider value={client} key={key}>
      <RouterProvider router={router} />
    </Provider>
  )
}
