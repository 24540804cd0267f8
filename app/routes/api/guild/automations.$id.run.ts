import { automationRunNow } from '#app/http/operations/automations.server.ts'

export { automationRunNow as loader, automationRunNow as action }
