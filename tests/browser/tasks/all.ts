import { automationTasks } from '#tests/browser/tasks/automations.ts'
import { contentTasks } from '#tests/browser/tasks/content.ts'
import { correctingTasks } from '#tests/browser/tasks/correcting.ts'
import { editingTasks } from '#tests/browser/tasks/editing.ts'
import { guildWritingTasks } from '#tests/browser/tasks/guild-writing.ts'
import { guildTasks } from '#tests/browser/tasks/guilds.ts'
import { losingTasks } from '#tests/browser/tasks/losing.ts'
import { profileTasks } from '#tests/browser/tasks/profile.ts'
import { readingTasks } from '#tests/browser/tasks/reading.ts'
import { refusalTasks } from '#tests/browser/tasks/refusals.ts'
import { sessionTasks } from '#tests/browser/tasks/sessions.ts'
import { settingsTasks } from '#tests/browser/tasks/settings.ts'
import { tokenTasks } from '#tests/browser/tasks/tokens.ts'
import type { Task } from '#tests/browser/tasks/task.ts'

/** Every task, by area. */
export const tasks: Task[] = [
  ...readingTasks,
  ...profileTasks,
  ...sessionTasks,
  ...contentTasks,
  ...editingTasks,
  ...correctingTasks,
  ...guildTasks,
  ...guildWritingTasks,
  ...automationTasks,
  ...settingsTasks,
  ...refusalTasks,
  ...tokenTasks,
  ...losingTasks,
]
