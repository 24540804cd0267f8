import { mediaItem } from '#app/http/operations/media.server.ts'

export { mediaItem as loader, mediaItem as action }
