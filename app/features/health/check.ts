/** Result of a check: status, description, and a fix if there is a problem. */
export type Finding = Readonly<{
  check: string
  status: 'ok' | 'warning' | 'failed'
  says: string
  mend?: string
}>

export const fine = (check: string, says: string): Finding => ({ check, status: 'ok', says })
export const warning = (check: string, says: string, mend: string): Finding => ({
  check,
  status: 'warning',
  says,
  mend,
})
export const failed = (check: string, says: string, mend: string): Finding => ({
  check,
  status: 'failed',
  says,
  mend,
})
