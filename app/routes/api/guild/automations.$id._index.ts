import { automationItem } from '#app/http/operations/automations.server.ts'

export { automationItem as loader, automationItem as action }
