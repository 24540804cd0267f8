import { toToolRoute, route } from '#agent-tools/tool/tool-schema.ts'
import * as contact from '#app/features/contact/operations.ts'
import * as content from '#app/features/content/operations.ts'

// The build runs these modules and ships their exports as data, so the browser loads neither zod nor a schema.

export const searchOperation = toToolRoute(content.searchSite)
export const sendMessage = toToolRoute(contact.sendMessage)
export const readChallenge = route(contact.readChallenge)
