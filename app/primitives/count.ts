const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A whole number with its thousands apart. */
export const count = (value: number): string => whole.format(value)

/** A whole number of things: “1 job”, “1,200 jobs”. */
export const amount = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** A whole number where there is little room: 12.3K. */
export const brief = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : short.format(value)

/** Seconds as hours, with a decimal below ten. */
export const hours = (seconds: number): string => {
  const value = seconds / 3600
  return `${value < 10 ? Number(value.toFixed(1)) : count(Math.round(value))} h`
}
