import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import { useDirectory } from '#app/ui/forms/directory.tsx'

/** Renders the config of an action, with the field labels of the editor and the names of known ids. */
export function ConfigFacts({ type, config }: { type: ActionType; config: Record<string, unknown> }) {
  const { nameOf } = useDirectory()
  const fieldOf = (name: string) => configFields[type].find((field) => field.name === name)
  const textOf = (name: string, value: unknown) => {
    const picks = fieldOf(name)?.picks
    if (picks) return nameOf(picks, String(value))
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
  }
  return (
    <dl>
      {Object.entries(config).map(([name, value]) => (
        <div key={name} className="grid gap-x-4 py-0.5 grid-cols-[minmax(0,5.5rem)_minmax(0,1fr)]">
          <dt className="text-muted">{fieldOf(name)?.label ?? name.replaceAll('_', ' ')}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{textOf(name, value)}</dd>
        </div>
      ))}
    </dl>
  )
}
