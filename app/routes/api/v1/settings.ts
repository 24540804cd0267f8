import { readSettingsOfKey } from '#app/features/settings/settings.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readSettings } from '#app/openapi/v1.ts'

const serve = endpoint({ GET: [readSettings, (ctx) => readSettingsOfKey(ctx)] })
export { serve as loader, serve as action }
