import { toToolRoute, route } from '#agent-tools/tool/tool-schema.ts'
import * as accounts from '#app/features/accounts/operations.ts'
import * as automations from '#app/features/automations/operations.ts'
import * as chat from '#app/features/chat/operations.ts'
import * as acts from '#app/features/cms/publishing-operations.ts'
import * as entries from '#app/features/cms/operations.ts'
import * as commands from '#app/features/commands/operations.ts'
import * as guilds from '#app/features/integrations/operations.ts'
import * as profile from '#app/features/accounts/profile-operations.ts'

export const readProfile = route(profile.readProfile)
export const updateProfile = toToolRoute(profile.updateProfile)
export const listSessions = route(profile.listSessions)
export const logout = route(accounts.logout)
export const askChat = toToolRoute(chat.askChat)
export const followAnswer = route(chat.followAnswer)

/** Operations that undo tool actions. */
export const undoing = [
  profile.updateProfile,
  entries.deleteEntry,
  acts.restoreRevision,
  acts.publishEntry,
  acts.unpublishEntry,
  commands.updateCommand,
  commands.deleteCommand,
  automations.updateAutomation,
  automations.deleteAutomation,
  guilds.saveGuildSettings,
].map(route)
