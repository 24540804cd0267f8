import type { Forecast } from '#app/features/automations/dry-run.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Returns a sentence with the number of actions that would fail, or that have a warning. */
export const forecastCount = ({
  failing,
  total,
  issues,
}: Pick<Forecast, 'failing' | 'total'> & { issues: readonly unknown[] }) =>
  failing
    ? `${failing} of ${formatAmount(total, 'action', 'actions')} would fail.`
    : `${formatAmount(issues.length, 'action has', 'actions have')} a warning.`
