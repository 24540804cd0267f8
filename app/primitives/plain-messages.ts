import { z } from 'zod'
import { formatInteger } from '#app/primitives/count.ts'
import { labelOfPath } from '#app/primitives/path-label.ts'

/** Units for the size of each kind of value. */
const units: Record<string, string> = { string: 'characters', array: 'items', set: 'items', map: 'entries' }

const types: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Use true or false.',
  array: 'Send a list.',
  object: 'Send an object with named fields.',
  record: 'Send an object with named fields.',
  date: 'Enter a date.',
  null: 'Leave this field empty.',
}

const formats: Record<string, string> = {
  email: 'Enter an email address.',
  url: 'Enter a URL.',
  date: 'Enter a date such as 2026-11-21.',
  datetime: 'Enter a time such as 2026-11-21T09:30:00Z.',
  time: 'Enter a time such as 09:30.',
  ipv4: 'Enter an IPv4 address.',
  ipv6: 'Enter an IPv6 address.',
}

/** Returns the default message of an issue, as a sentence that says how to fix the input. */
export const plainMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.'
      return types[issue.expected] ?? `Enter a value of type ${issue.expected}.`
    case 'invalid_value': {
      const values = issue.values.map(String)
      return values.length === 1 ? `Use ${values[0]}.` : `Use one of: ${values.join(', ')}.`
    }
    case 'too_big':
      return limited(
        issue.origin,
        `${issue.inclusive === false ? 'less than' : 'at most'} ${formatInteger(Number(issue.maximum))}`,
      )
    case 'too_small':
      if (issue.minimum === 1 && issue.inclusive && issue.origin in units)
        return 'This field cannot be empty.'
      return limited(
        issue.origin,
        `${issue.inclusive === false ? 'more than' : 'at least'} ${formatInteger(Number(issue.minimum))}`,
      )
    case 'invalid_format':
      return formats[issue.format] ?? unclear
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    case 'invalid_key':
      return issue.issues[0]?.message ?? unclear
    case 'unrecognized_keys':
      return `Remove the unknown fields: ${issue.keys.join(', ')}.`
    case 'invalid_union':
      if (issue.discriminator) return `Use one of: ${(issue.options as unknown[]).map(String).join(', ')}.`
      return closestChoice(issue.errors) ?? unclear
    default:
      return unclear
  }
}

const unclear = 'This value is not valid. See the API reference for the accepted values.'

/** Returns the messages of the choices that match the input to the greatest depth, as one sentence. */
function closestChoice(choices: z.core.$ZodIssue[][]): string | undefined {
  const firsts = choices.flatMap(([first]) => first ?? [])
  const depth = Math.max(...firsts.map(({ path }) => path.length))
  const messages = firsts
    .filter(({ path }) => path.length === depth)
    .map(({ path, message }) => withLabel(path, message).replace(/\.$/, ''))
  const [first, ...others] = new Set(messages)
  if (first === undefined) return undefined
  return `${[first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join(', or ')}.`
}

const limited = (origin: string, bound: string) =>
  units[origin] ? `Use ${bound} ${units[origin]}.` : `Enter a number of ${bound}.`

z.config({ localeError: plainMessage })

/** Returns a message that begins with the label of its field. */
export const withLabel = (path: readonly PropertyKey[], message: string): string =>
  path.length ? `${labelOfPath(path)}: ${message}` : message
