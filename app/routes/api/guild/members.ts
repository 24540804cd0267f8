import { memberSearch } from '#app/http/operations/guild.server.ts'

export { memberSearch as loader, memberSearch as action }
