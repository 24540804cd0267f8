import { portable, route } from '#agent-tools/portable.ts'
import * as contact from '#app/operations/contact.ts'
import * as content from '#app/operations/content.ts'

// The build runs these modules and ships what they export as data: neither zod nor a schema reaches the browser.

export const searchOperation = portable(content.searchSite)
export const sendMessage = portable(contact.sendMessage)
export const readChallenge = route(contact.readChallenge)
