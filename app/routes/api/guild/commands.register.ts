import { commandRegistration } from '#app/http/operations/commands.server.ts'

export { commandRegistration as loader, commandRegistration as action }
