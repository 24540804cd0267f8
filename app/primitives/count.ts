const integerFormat = new Intl.NumberFormat('en')
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A whole number with its thousands apart. */
export const formatInteger = (value: number): string => integerFormat.format(value)

/** A whole number of things: “1 job”, “1,200 jobs”. */
export const formatAmount = (value: number, one: string, many: string): string =>
  `${formatInteger(value)} ${value === 1 ? one : many}`

/** A whole number where there is little room: 12.3K. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 10_000 ? integerFormat.format(value) : compactFormat.format(value)

/** Seconds as hours, with a decimal below ten. */
export const formatHours = (seconds: number): string => {
  const value = seconds / 3600
  return `${value < 10 ? Number(value.toFixed(1)) : formatInteger(Math.round(value))} h`
}
