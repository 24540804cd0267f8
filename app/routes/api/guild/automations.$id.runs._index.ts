import { automationRuns } from '#app/http/operations/automations.server.ts'

export { automationRuns as loader, automationRuns as action }
