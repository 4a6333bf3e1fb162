import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { requireSandbox } from '../sandbox-only.ts'
import { type Story, stories } from './stories.ts'

export const listSandboxStories = operation({
  name: 'listSandboxStories',
  summary: 'Lists the use cases of XP Z12-014 that can be played in the sandbox, with what happens in each.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({}),
  errors: ['SANDBOX_ONLY'],
  run({ platform, actor }) {
    requireSandbox(platform.env, actor)
    return Promise.resolve(
      Object.entries<Story>(stories).map(([name, { useCase, title, about, steps }]) => ({
        name,
        useCase,
        title,
        about,
        steps,
      })),
    )
  },
})
