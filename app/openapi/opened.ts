import type { Scope } from '#app/access.ts'
import * as automations from '#app/features/automations/operations.ts'
import * as publishing from '#app/features/cms/publishing-operations.ts'
import * as cms from '#app/features/cms/operations.ts'
import * as commands from '#app/features/commands/operations.ts'
import * as registration from '#app/features/commands/registration/operations.ts'
import * as directory from '#app/features/directory/operations.ts'
import * as guilds from '#app/features/integrations/operations.ts'
import * as jobs from '#app/features/jobs/operations.ts'
import * as media from '#app/features/media/operations.ts'
import * as stats from '#app/features/stats/operations.ts'
import { openToKeys } from '#app/operations/open-to-keys.ts'
import type { Operation } from '#app/operations/operation.ts'

/** Session operations that API keys can call, by scope. To open another operation, add it here. */
const byScope: Partial<Record<Scope, readonly Operation[]>> = {
  'settings:read': [guilds.listGuildIntegrations],
  'settings:write': [guilds.saveGuildSettings, guilds.saveGuildIntegration],
  'commands:read': [commands.readCommand, registration.readRegistration],
  'commands:write': [
    ...[commands.createCommand, commands.updateCommand, commands.deleteCommand],
    registration.registerCommands,
  ],
  'automations:read': [
    ...[automations.readAutomation, automations.testAutomation],
    automations.readAutomationRun,
  ],
  'automations:write': [
    ...[automations.createAutomation, automations.updateAutomation, automations.deleteAutomation],
  ],
  'automations:run': [automations.runAutomation],
  'events:read': [stats.listGuildEvents],
  'jobs:read': [jobs.listJobs, jobs.readJob],
  'jobs:write': [jobs.cancelJob, jobs.replayJob],
  'directory:read': [directory.readGuildDirectory],
  'members:read': [directory.searchGuildMembers],
  'managers:read': [registration.listManagers],
  'content:read': [
    ...[cms.describeEntryTypes, cms.listEntries, cms.readEntry, cms.renderEntry],
    ...[publishing.listRevisions, publishing.readRevision, media.listMedia, media.readMedia],
  ],
  'content:write': [
    ...[cms.createEntry, cms.updateEntry, cms.deleteEntry, cms.undeleteEntry],
    ...[publishing.publishEntry, publishing.unpublishEntry, publishing.scheduleEntry],
    ...[publishing.archiveEntry, publishing.revertEntry, publishing.restoreRevision],
    ...[publishing.previewEntry, media.uploadMedia, media.changeMedia, media.deleteMedia],
  ],
}

/** Operations of the external API that are opened from the session surface, by id. */
export const openedOperations: Record<string, Operation> = Object.fromEntries(
  Object.entries(byScope)
    .flatMap(([scope, operations]) => operations.map((one) => openToKeys(scope as Scope, one)))
    .map((one) => [one.id, one]),
)
