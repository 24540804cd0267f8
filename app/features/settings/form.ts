import type { SaveSettingsInput } from '#app/features/settings/schema.ts'

const toggles = [
  'logging_enabled',
  'ask_command',
  'modules.commands',
  'modules.automations',
  'modules.statistics',
  'modules.logging',
]
const lists = ['excluded_channels', 'excluded_categories', 'ask_forum_channels']
const numbers = ['retention.raw_event_days', 'retention.daily_days']

/**
 * Converts form values to the input of a save. Unchecked boxes become false, and empty optional fields become null.
 * Lists are split at whitespace and commas.
 */
export function settingsOfForm(values: Record<string, string>): SaveSettingsInput['settings'] {
  const settings: Record<string, unknown> = {}
  const put = (path: string, value: unknown) => {
    const [name = '', inner] = path.split('.')
    if (inner) settings[name] = { ...(settings[name] as object | undefined), [inner]: value }
    else settings[name] = value
  }
  const given = (path: string) => (values[`settings.${path}`] ?? '').trim()
  for (const path of toggles) put(path, given(path) === 'yes')
  put('timezone', given('timezone'))
  put('log_channel_id', given('log_channel_id') || null)
  for (const path of lists)
    put(
      path,
      given(path)
        .split(/[\s,]+/)
        .filter(Boolean),
    )
  for (const path of numbers) put(path, given(path) ? Number(given(path)) : null)
  return settings as SaveSettingsInput['settings']
}
