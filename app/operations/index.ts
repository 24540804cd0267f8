import * as accounts from '#app/operations/accounts.ts'
import * as administration from '#app/operations/administration.ts'
import * as automations from '#app/operations/automations.ts'
import * as chat from '#app/operations/chat.ts'
import * as cmsActs from '#app/operations/cms-acts.ts'
import * as cmsDrafts from '#app/operations/cms-drafts.ts'
import * as cmsEntries from '#app/operations/cms-entries.ts'
import * as commands from '#app/operations/commands.ts'
import * as contact from '#app/operations/contact.ts'
import * as content from '#app/operations/content.ts'
import * as finding from '#app/operations/finding.ts'
import * as guilds from '#app/operations/guilds.ts'
import * as interactions from '#app/operations/interactions.ts'
import * as invitations from '#app/operations/invitations.ts'
import * as jobs from '#app/operations/jobs.ts'
import * as media from '#app/operations/media.ts'
import * as notices from '#app/operations/notices.ts'
import * as profile from '#app/operations/profile.ts'
import * as registration from '#app/operations/registration.ts'
import * as runners from '#app/operations/runners.ts'
import * as service from '#app/operations/service.ts'
import type { Operation } from '#app/operations/operation.ts'
import * as stats from '#app/operations/stats.ts'
import * as v1 from '#app/operations/v1.ts'

/** Every JSON operation, by surface. A test holds them against the routes. */
export const surfaces = {
  v1,
  accounts,
  profile,
  administration,
  invitations,
  finding,
  guilds,
  commands,
  automations,
  jobs,
  runners,
  stats,
  registration,
  content,
  chat,
  cms: { ...cmsEntries, ...cmsActs, ...cmsDrafts },
  media,
  contact,
  notices,
  interactions,
  service,
} as const

export const operations: Operation[] = Object.values(surfaces).flatMap(
  (surface) => Object.values(surface) as Operation[],
)
