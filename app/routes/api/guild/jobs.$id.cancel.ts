import { jobCancel } from '#app/http/operations/jobs.server.ts'

export { jobCancel as loader, jobCancel as action }
