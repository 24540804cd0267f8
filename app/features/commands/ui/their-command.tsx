import type { Command } from '#app/features/commands/schema.ts'
import { Facts } from '#app/ui/layout/section-layout.tsx'

/** What somebody else saved in the meantime, part by part, so that it can be held against what is in the fields. */
export function TheirCommand({ command, changed }: { command: Command; changed: string[] }) {
  const parts = changed.filter((name): name is keyof Command => Object.hasOwn(command, name))
  if (parts.length === 0) return null
  return (
    <section aria-labelledby="theirs" className="mb-8 border-y border-line py-5">
      <h2 id="theirs" className="text-2xl">
        What stands now
      </h2>
      <Facts
        facts={parts.map((name) => [name.replaceAll('_', ' '), <Theirs key={name} value={command[name]} />])}
      />
    </section>
  )
}

const Theirs = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null ? (
    <pre className="terminal" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  ) : (
    <>{String(value)}</>
  )
