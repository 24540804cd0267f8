import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields, type ConfigField } from '#app/features/actions/config-fields.ts'
import { ellipsize, joinList } from '#app/primitives/text.ts'
import type { DirectoryKind } from '#app/ui/forms/directory.tsx'

/** Maximum length of a text in the description, in characters. */
const MAX_TEXT_LENGTH = 120

type Config = Record<string, unknown>

const isMissing = (value: unknown) => value === undefined || value === ''

/** Returns the labels of the required fields that have no value. */
export const missingFields = (type: ActionType, config: Config): string[] =>
  configFields[type]
    .filter(({ required, name }) => required && isMissing(config[name]))
    .map(({ label }) => label)

/** Describes the config of an action in a line, such as “#general · Welcome!”. */
export function describeConfig(
  type: ActionType,
  config: Config,
  nameOf: (kind: DirectoryKind, id: string) => string,
): string {
  const missing = missingFields(type, config)
  if (missing.length) return `${joinList(missing)} missing`
  const said = configFields[type].map((field) => describeValue(field, config[field.name], nameOf))
  return said.filter(Boolean).slice(0, 3).join(' · ')
}

function describeValue(
  { kind, picks, label, name, options }: ConfigField,
  value: unknown,
  nameOf: (kind: DirectoryKind, id: string) => string,
): string | null {
  if (isMissing(value)) return null
  if (kind === 'embed') return 'an embed'
  if (kind === 'headers') return null
  if (picks) return nameOf(picks, String(value))
  const text = options?.find((option) => option.value === value)?.name ?? String(value)
  return kind === 'number' || kind === 'id' || name === 'auto_archive_duration'
    ? `${label}: ${text}`
    : ellipsize(text, MAX_TEXT_LENGTH)
}
