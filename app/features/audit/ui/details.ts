import type { AuditEntry } from '#app/features/audit/schema.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { ownValue } from '#app/primitives/objects.ts'

type Details = AuditEntry['details']

/** Labels of details with unclear names. Other names become words, such as `guild_name`: “Server name”. */
const labels: Record<string, string> = {
  because: 'Reason',
  fields: 'Changed',
  guild_name: 'Server',
  operation: 'Change',
  slug: 'URL',
}

/** Values that are written for programs. Other values become words, such as `all_channels`: “all channels”. */
const values: Record<string, string> = {
  doc: 'document',
  discord: 'Discord',
  github: 'GitHub',
  setup: 'site setup',
  too_slow: 'conditions took too long',
  true: 'yes',
  false: 'no',
}

/** Actions whose rows count refusals. */
const countedActions: ReadonlySet<string> = new Set<AuditEntry['action']>([
  'key.refused',
  'runner.refused',
  'sign_in.throttled',
])

/**
 * Describes the details of a row in the words of the console: `{role: 'editor', guild_id: null}` becomes “Role: editor”.
 * Omits empty details, and ids and URLs of images, which the raw details have.
 */
export const describeDetails = (action: AuditEntry['action'], details: Details): string =>
  countedActions.has(action)
    ? describeRefusals(details)
    : Object.entries(details)
        .flatMap(([name, value]) => {
          const words = /(?:_ids?|^url)$/.test(name) ? '' : wordsOf(value)
          return words ? [`${labelOf(name)}: ${words}`] : []
        })
        .join(' · ')

/** Checks whether a value is empty, and so no detail. */
export const isEmptyDetail = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

const labelOf = (name: string) => ownValue(labels, name) ?? sentenceOf(name)

/** Turns a name for programs into words with a capital: `log_channel_id` becomes “Log channel”. */
function sentenceOf(name: string) {
  const words = plainWords(name)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Turns the name of a field or a value into words: `log_channel_id` becomes “log channel”. */
const plainWords = (name: string) =>
  name
    .replace(/_id(s?)$/, '$1')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\bguild\b/g, 'server')

/** Returns a value as words. Returns an empty string for objects, which only the raw details have. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ')
  if (isEmptyDetail(value) || typeof value === 'object') return ''
  const text = String(value)
  // An identifier is one word without spaces. Everything else was written by a person, or is an amount.
  const isIdentifier = /^(?:[a-z]+(?:_[a-z]+|[A-Z][a-z]+)+|[A-Z]+(?:_[A-Z]+)+)$/.test(text)
  return ownValue(values, text) ?? (isIdentifier ? plainWords(text) : text)
}

/** Describes counted refusals, such as “3 times, from 192.0.2.0/24 and other networks”. */
function describeRefusals({ count, networks, other_networks }: Details) {
  const often = formatAmount(Number(count), 'time', 'times')
  const from = (networks as string[]).join(', ')
  return `${often}, from ${from}${other_networks ? ' and other networks' : ''}`
}
