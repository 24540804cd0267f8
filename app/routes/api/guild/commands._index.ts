import { commandList } from '#app/http/operations/commands.server.ts'

export { commandList as loader, commandList as action }
