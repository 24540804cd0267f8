import { automationList } from '#app/http/operations/automations.server.ts'

export { automationList as loader, automationList as action }
