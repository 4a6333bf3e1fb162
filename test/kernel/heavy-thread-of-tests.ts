import { heavyErrors } from '../../src/app/heavy-errors.ts'
import type { HeavyJob } from '../../src/kernel/threads/job.ts'
import { serveJobs } from '../../src/kernel/threads/thread.ts'
import { jobs } from './heavy-jobs-of-tests.ts'

serveJobs({ jobs: Object.values(jobs) as unknown as readonly HeavyJob[], errors: heavyErrors })
