import type { SaveSettingsInput } from '#app/features/settings/schema.ts'

const toggles = [
  'logging_enabled',
  'welcome.enabled',
  'modules.commands',
  'modules.automations',
  'modules.statistics',
  'modules.logging',
]
const texts = ['prefix', 'locale', 'timezone']
const optionalFields = ['log_channel_id', 'moderation_role_id', 'welcome.channel_id', 'welcome.message']
const lists = ['excluded_channels', 'excluded_categories']
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
  for (const path of texts) put(path, given(path))
  for (const path of optionalFields) put(path, given(path) || null)
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
