import { portable } from '#agent-tools/portable.ts'
import * as content from '#app/operations/content.ts'

// The build runs this module and ships what it exports as data: neither zod nor a schema reaches the browser.

export const searchOperation = portable(content.searchSite)
