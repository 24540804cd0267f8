import type { Handler } from '#app/http/api/endpoint.server.ts'
import * as automations from '#app/http/operations/automations.server.ts'
import * as commands from '#app/http/operations/commands.server.ts'
import * as content from '#app/http/operations/content.server.ts'
import * as guild from '#app/http/operations/guild.server.ts'
import * as jobs from '#app/http/operations/jobs.server.ts'
import * as media from '#app/http/operations/media.server.ts'
import * as readers from '#app/http/operations/readers.server.ts'

/** Operations of the session surface in this folder, with their rules. */
export const sessionHandlers: readonly Handler[] = Object.values({
  ...automations,
  ...commands,
  ...content,
  ...guild,
  ...jobs,
  ...media,
  ...readers,
}).flatMap(({ handlers }) => handlers)
