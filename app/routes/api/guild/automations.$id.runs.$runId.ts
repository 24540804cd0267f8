import { automationRun } from '#app/http/operations/automations.server.ts'

export { automationRun as loader, automationRun as action }
