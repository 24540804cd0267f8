import { integrationItem } from '#app/http/operations/guild.server.ts'

export { integrationItem as loader, integrationItem as action }
