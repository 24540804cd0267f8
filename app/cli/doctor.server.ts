import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { diagnose, worstStatus } from '#app/features/health/doctor.server.ts'
import type { Finding } from '#app/features/health/check.ts'

const statusMarks = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ' } as const

const line = ({ check, status, says, mend }: Finding) =>
  `${statusMarks[status]}${check}: ${says}${mend ? `\n        ${mend}` : ''}`

const sums = {
  ok: 'All is well.',
  warning: 'It runs, and could be better.',
  failed: 'Mend what failed first.',
} as const

export const doctor = command({
  name: 'doctor',
  summary:
    'Looks at the machine, the stores and the services outside, and says what is wrong and how to mend it.',
  options: z.object({}),
  async start({ config }) {
    const findings = await diagnose(config)
    return { status: worstStatus(findings), findings }
  },
  failed: ({ status }) => status === 'failed',
  print: ({ status, findings }) => [...findings.map(line), '', sums[status]].join('\n'),
})
