const integerFormat = new Intl.NumberFormat('en')
const pluralRules = new Intl.PluralRules('en')
const percentFormat = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a whole number with thousands separators. */
export const formatInteger = (value: number): string => integerFormat.format(value)

/** Formats a count with its noun: “1 job”, “1,200 jobs”. */
export const formatAmount = (value: number, one: string, many: string): string =>
  `${formatInteger(value)} ${pluralRules.select(value) === 'one' ? one : many}`

/** Formats a fraction as a percentage with at most one decimal: “12.5%”. */
export const formatPercent = (share: number): string => percentFormat.format(share)

/** Formats a whole number, in compact form from 10,000: “12.3K”. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 10_000 ? integerFormat.format(value) : compactFormat.format(value)

/** Formats seconds as hours, with one decimal below ten. */
export const formatHours = (seconds: number): string => {
  const value = seconds / 3600
  return `${value < 10 ? Number(value.toFixed(1)) : formatInteger(Math.round(value))} h`
}

/** Formats a wait, rounded up to whole minutes from two minutes and to whole hours from two hours: “15 minutes”. */
export function formatWait(seconds: number): string {
  if (seconds < 120) return formatAmount(seconds, 'second', 'seconds')
  if (seconds < 7_200) return formatAmount(Math.ceil(seconds / 60), 'minute', 'minutes')
  return formatAmount(Math.ceil(seconds / 3_600), 'hour', 'hours')
}
