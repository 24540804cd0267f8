import { portable, route } from '#agent-tools/portable.ts'
import * as accounts from '#app/operations/accounts.ts'
import * as automations from '#app/operations/automations.ts'
import * as chat from '#app/operations/chat.ts'
import * as acts from '#app/operations/cms-acts.ts'
import * as entries from '#app/operations/cms-entries.ts'
import * as commands from '#app/operations/commands.ts'
import * as guilds from '#app/operations/guilds.ts'
import * as profile from '#app/operations/profile.ts'

export const readProfile = route(profile.readProfile)
export const updateProfile = portable(profile.updateProfile)
export const listSessions = route(profile.listSessions)
export const logout = route(accounts.logout)
export const askChat = portable(chat.askChat)
export const followAnswer = route(chat.followAnswer)

/** What takes back what tools do. */
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
