import { serveOperation } from '#app/http/operations/serve.server.ts'

export { serveOperation as loader, serveOperation as action }
