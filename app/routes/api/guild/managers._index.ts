import { managerList } from '#app/http/operations/guild.server.ts'

export { managerList as loader, managerList as action }
