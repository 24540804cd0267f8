import { joinList } from '#app/primitives/text.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * Describes a cron schedule: `0 16 * * 5` is “every Friday at 16:00”. Returns null if the schedule does not have five
 * fields. Unusual parts remain in cron syntax.
 */
export function describeCron(cron: string): string | null {
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== 5) return null
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string]
  const isEvery = (field: string) => field === '*' || field === '?'
  const date = describeDate(isEvery(day) ? null : day, isEvery(weekday) ? null : weekday)
  const inMonths = isEvery(month) ? '' : ` in ${listed(month, 'month', nameOfMonth)}`
  const { words, repeats } = describeTime(minute, hour)
  if (!date && !inMonths) return repeats ? words : `every day ${words}`
  if (repeats) return `${words}${date ? `, ${date}` : ''}${inMonths}`
  return `${date || 'every day'}${inMonths} ${words}`
}

function describeTime(minute: string, hour: string): { words: string; repeats: boolean } {
  const isNumber = (text: string) => /^\d{1,2}$/.test(text)
  const hours = hour.split(',')
  if (isNumber(minute) && hours.every(isNumber)) {
    return { words: `at ${joinList(hours.map((one) => `${two(one)}:${two(minute)}`))}`, repeats: false }
  }
  if (hour === '*') {
    const step = /^(?:\*|0)\/(\d{1,2})$/.exec(minute)?.[1]
    if (minute === '*' || step === '1') return { words: 'every minute', repeats: true }
    if (step) return { words: `every ${Number(step)} minutes`, repeats: true }
    if (minute === '0') return { words: 'every hour, on the hour', repeats: true }
    const name = minute === '1' ? 'a minute' : isNumber(minute) ? `${Number(minute)} minutes` : null
    if (name) return { words: `every hour, ${name} past`, repeats: true }
  }
  const inHours = hour === '*' ? 'every hour' : listed(hour, 'hour', (one) => `hour ${one}`)
  const at = minute === '*' ? 'every minute' : `at ${listed(minute, 'minute', (one) => `minute ${one}`)}`
  return { words: inHours.startsWith('from') ? `${at}, ${inHours}` : `${at} of ${inHours}`, repeats: true }
}

/** Describes the day and the weekday. If both are set, cron runs when either matches. */
function describeDate(day: string | null, weekday: string | null): string {
  const ofMonth = day && `on ${listed(day, 'day', nameOfDate)} of the month`
  const ofWeek = weekday && describeWeekdays(weekday)
  return [ofMonth, ofWeek].filter(Boolean).join(' or ')
}

function describeWeekdays(weekday: string): string {
  return /^\w{1,3}$/.test(weekday)
    ? `every ${nameOfDay(weekday)}`
    : /^\w{1,3}-\w{1,3}$/.test(weekday)
      ? `${listed(weekday, 'day', nameOfDay)}`
      : `on ${listed(weekday, 'day', nameOfDay)}`
}

/** Formats a cron list as text: `1,3-5` is “1 and from 3 to 5”. Uses names for months and weekdays. */
function listed(field: string, unit: string, name: (part: string) => string): string {
  return joinList(
    field.split(',').map((part) => {
      const [, from, to, step] = /^(\*|\w{1,3})(?:-(\w{1,3}))?(?:\/(\d{1,2}))?$/.exec(part) ?? []
      if (from === undefined) return part
      if (from === '*') return step ? `every ${ordinal(Number(step))} ${unit}` : `every ${unit}`
      const range = to ? `from ${name(from)} to ${name(to)}` : name(from)
      return step ? `every ${ordinal(Number(step))} ${unit} ${to ? range : `from ${range}`}` : range
    }),
  )
}

const nameOfDate = (part: string) => (part === 'L' ? 'the last day' : `day ${part}`)
const nameOfDay = (part: string) => nameOfPart(part, days, 0)
const nameOfMonth = (part: string) => nameOfPart(part, months, 1)

/** Returns the name for a number or a three-character abbreviation. */
function nameOfPart(part: string, names: string[], first: number): string {
  if (/^\d+$/.test(part)) return names[Number(part) - first] ?? part
  return names.find((name) => name.slice(0, 3).toLowerCase() === part.toLowerCase()) ?? part
}

const two = (number: string) => number.padStart(2, '0')

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]
  return `${number}${Math.floor(number / 10) % 10 === 1 || !ending ? 'th' : ending}`
}
