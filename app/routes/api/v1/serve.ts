import { serveKeyOperation } from '#app/http/operations/key-operations.server.ts'

export { serveKeyOperation as loader, serveKeyOperation as action }
