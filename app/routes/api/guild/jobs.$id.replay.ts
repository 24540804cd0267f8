import { jobReplay } from '#app/http/operations/jobs.server.ts'

export { jobReplay as loader, jobReplay as action }
