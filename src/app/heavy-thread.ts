/** What a thread for heavy work runs. It loads no more of the product than the jobs need. */
import { serveJobs } from '../kernel/threads/thread.ts'
import { heavyErrors } from './heavy-errors.ts'
import { heavyJobs } from './heavy-jobs.ts'

serveJobs({ jobs: heavyJobs, errors: heavyErrors })
