import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { diagnose, worstStatus } from '#app/features/health/doctor.server.ts'
import type { Finding } from '#app/features/health/check.ts'

const statusMarks = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ' } as const

const line = ({ check, status, says, mend }: Finding) =>
  `${statusMarks[status]}${check}: ${says}${mend ? `\n        ${mend}` : ''}`

const sums = {
  ok: 'All checks passed.',
  warning: 'Signpost works, but some checks have warnings.',
  failed: 'Fix the failed checks first.',
} as const

export const doctor = command({
  name: 'doctor',
  summary: 'Checks the machine, the data stores and external services, and explains how to fix problems.',
  options: z.object({}),
  async start({ config }) {
    const findings = await diagnose(config)
    return { status: worstStatus(findings), findings }
  },
  failed: ({ status }) => status === 'failed',
  print: ({ status, findings }) => [...findings.map(line), '', sums[status]].join('\n'),
})
