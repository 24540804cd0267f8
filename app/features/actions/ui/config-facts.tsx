import type { ActionType } from '#app/features/actions/schema.ts'
import { configFields } from '#app/features/actions/config-fields.ts'

/** Renders the config of an action, with the field labels of the editor. */
export function ConfigFacts({ type, config }: { type: ActionType; config: Record<string, unknown> }) {
  const labelOf = (name: string) =>
    configFields[type].find((field) => field.name === name)?.label ?? name.replaceAll('_', ' ')
  return (
    <dl>
      {Object.entries(config).map(([name, value]) => (
        <div key={name} className="grid gap-x-4 py-0.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{labelOf(name)}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
