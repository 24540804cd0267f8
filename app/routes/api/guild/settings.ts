import { guildSettings } from '#app/http/operations/guild.server.ts'

export { guildSettings as loader, guildSettings as action }
