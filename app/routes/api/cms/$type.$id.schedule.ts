import { entrySchedule } from '#app/http/operations/content.server.ts'

export { entrySchedule as loader, entrySchedule as action }
