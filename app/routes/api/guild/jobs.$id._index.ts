import { jobItem } from '#app/http/operations/jobs.server.ts'

export { jobItem as loader, jobItem as action }
