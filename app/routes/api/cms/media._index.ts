import { mediaList } from '#app/http/operations/media.server.ts'

export { mediaList as loader, mediaList as action }
