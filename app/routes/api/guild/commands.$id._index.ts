import { commandItem } from '#app/http/operations/commands.server.ts'

export { commandItem as loader, commandItem as action }
