import * as accounts from '#app/features/accounts/operations.ts'
import * as administration from '#app/features/accounts/admin-operations.ts'
import * as automations from '#app/features/automations/operations.ts'
import * as bot from '#app/features/integrations/bot/operations.ts'
import * as chat from '#app/features/chat/operations.ts'
import * as claims from '#app/features/claims/operations.ts'
import * as cmsActs from '#app/features/cms/publishing-operations.ts'
import * as cmsDrafts from '#app/features/cms/draft-operations.ts'
import * as cmsImport from '#app/features/cms/import/operations.ts'
import * as cmsEntries from '#app/features/cms/operations.ts'
import * as commands from '#app/features/commands/operations.ts'
import * as contact from '#app/features/contact/operations.ts'
import * as content from '#app/features/content/operations.ts'
import * as directory from '#app/features/directory/operations.ts'
import * as feedback from '#app/features/feedback/operations.ts'
import * as finding from '#app/features/console-search/operations.ts'
import * as guilds from '#app/features/integrations/operations.ts'
import * as servers from '#app/features/guilds/operations.ts'
import * as interactions from '#app/features/interactions/operations.ts'
import * as invitations from '#app/features/invitations/operations.ts'
import * as jobs from '#app/features/jobs/operations.ts'
import * as mcp from '#app/openapi/mcp.ts'
import * as media from '#app/features/media/operations.ts'
import * as notices from '#app/features/notices/operations.ts'
import { providerOperations } from '#app/features/accounts/sign-in/operations.ts'
import * as profile from '#app/features/accounts/profile-operations.ts'
import * as privacy from '#app/features/privacy/operations.ts'
import * as readers from '#app/features/readers/operations.ts'
import * as registration from '#app/features/commands/registration/operations.ts'
import * as runners from '#app/features/runners/operations.ts'
import * as site from '#app/features/site/operations.ts'
import * as service from '#app/features/health/operations.ts'
import { isOpened, openToKeys } from '#app/operations/open-to-keys.ts'
import type { Operation } from '#app/operations/operation.ts'
import * as stats from '#app/features/stats/operations.ts'
import * as v1 from '#app/openapi/v1.ts'

const others = {
  accounts: { ...accounts, ...providerOperations },
  profile: { ...profile, ...privacy, ...claims },
  administration,
  site,
  invitations,
  finding,
  bot,
  guilds: { ...guilds, ...servers },
  directory,
  commands,
  automations,
  jobs,
  runners,
  stats,
  readers,
  feedback,
  registration,
  content,
  chat,
  cms: { ...cmsEntries, ...cmsActs, ...cmsDrafts, ...cmsImport },
  mcp: { callSiteTools: mcp.callSiteTools, callApiTools: mcp.callApiTools },
  media,
  contact,
  notices,
  interactions,
  service,
} as const

/** Operations of the external API that are opened from the session surface, by id. */
export const openedOperations: Record<string, Operation> = Object.fromEntries(
  Object.values(others)
    .flatMap((surface) => Object.values<Operation>(surface))
    .filter(isOpened)
    .map((opens) => openToKeys(opens))
    .map((one) => [one.id, one]),
)

/** All JSON operations by surface. A test compares the operations with the routes. */
export const surfaces = { v1: { ...v1, ...openedOperations }, ...others } as const

export const operations: Operation[] = Object.values(surfaces).flatMap(
  (surface) => Object.values(surface) as Operation[],
)
