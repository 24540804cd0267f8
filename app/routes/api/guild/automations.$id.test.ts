import { automationTest } from '#app/http/operations/automations.server.ts'

export { automationTest as loader, automationTest as action }
