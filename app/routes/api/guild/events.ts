import { eventLog } from '#app/http/operations/guild.server.ts'

export { eventLog as loader, eventLog as action }
