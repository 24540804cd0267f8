import { integrationList } from '#app/http/operations/guild.server.ts'

export { integrationList as loader, integrationList as action }
