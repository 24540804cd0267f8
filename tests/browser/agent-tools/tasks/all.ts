import { automationTasks } from '#tests/browser/agent-tools/tasks/automations.ts'
import { contentTasks } from '#tests/browser/agent-tools/tasks/content.ts'
import { correctingTasks } from '#tests/browser/agent-tools/tasks/correcting.ts'
import { editingTasks } from '#tests/browser/agent-tools/tasks/editing.ts'
import { guildWritingTasks } from '#tests/browser/agent-tools/tasks/guild-writing.ts'
import { guildTasks } from '#tests/browser/agent-tools/tasks/guilds.ts'
import { losingTasks } from '#tests/browser/agent-tools/tasks/losing.ts'
import { profileTasks } from '#tests/browser/agent-tools/tasks/profile.ts'
import { readingTasks } from '#tests/browser/agent-tools/tasks/reading.ts'
import { refusalTasks } from '#tests/browser/agent-tools/tasks/refusals.ts'
import { sessionTasks } from '#tests/browser/agent-tools/tasks/sessions.ts'
import { settingsTasks } from '#tests/browser/agent-tools/tasks/settings.ts'
import { tokenTasks } from '#tests/browser/agent-tools/tasks/tokens.ts'
import type { Task } from '#tests/browser/agent-tools/tasks/task.ts'

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
