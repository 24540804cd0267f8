import { jobList } from '#app/http/operations/jobs.server.ts'

export { jobList as loader, jobList as action }
