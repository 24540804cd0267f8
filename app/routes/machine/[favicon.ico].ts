import { faviconIco } from '#app/features/site/icons.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute({ type: 'image/x-icon', seconds: 3600, anyOrigin: true }, faviconIco)
