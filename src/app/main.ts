/** `npm start`: a process with the roles of its settings. */
import { serve } from './serve.ts'

await serve()
