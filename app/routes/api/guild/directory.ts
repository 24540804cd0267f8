import { guildDirectory } from '#app/http/operations/guild.server.ts'

export { guildDirectory as loader, guildDirectory as action }
