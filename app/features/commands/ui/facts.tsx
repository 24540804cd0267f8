import type { Command } from '#app/features/commands/schema.ts'
import { commandLabel } from '#app/features/commands/labels.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'
import { formatInteger } from '#app/primitives/count.ts'

type Props = { base: string; command: Command; refusal: FormRefusal | undefined }

/** Renders the state of a command, with actions to copy and delete the command. */
export function CommandDetails({ base, command, refusal }: Props) {
  const { last_error: error } = command
  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section id="fared" title="Usage">
        <DefinitionList
          facts={[
            ['Uses', formatInteger(command.use_count)],
            ['Failed', formatInteger(command.error_count)],
            [
              'Last used',
              command.last_used_at ? <RelativeTime key="used" at={command.last_used_at} /> : 'never',
            ],
            [
              'Registered',
              command.registered_at ? <RelativeTime key="registered" at={command.registered_at} /> : 'never',
            ],
            ['Version', `${command.version}`],
            ...(error
              ? ([
                  [
                    'Last error',
                    <span key="error">
                      {error.message} <RelativeTime at={error.at} />
                    </span>,
                  ],
                ] as const)
              : []),
          ]}
        />
        <p className="mt-5">
          <a href={`${base}/new?from=${command.id}`} className="button">
            Copy
          </a>
        </p>
      </Section>
      <Section
        id="delete"
        title="Delete command"
        lead="Deletes the command and its usage counts immediately. The command stops responding. Discord keeps showing the name until you register commands again."
      >
        <PostForm
          intent="delete"
          version={command.version}
          button="Delete command"
          busy="Deleting"
          look="button danger"
          refusal={refusal}
        >
          <ConfirmCheckbox label={`Yes, delete ${commandLabel(command)}.`} name="sure" refusal={refusal} />
        </PostForm>
      </Section>
    </div>
  )
}

/** Renders the version that another user saved in the meantime, for comparison with the fields. */
export function ConflictingCommand({ command, changed }: { command: Command; changed: string[] }) {
  const parts = changed.filter((name): name is keyof Command => Object.hasOwn(command, name))
  if (parts.length === 0) return null
  return (
    <section aria-labelledby="theirs" className="mb-8 border-y border-line py-5">
      <h2 id="theirs" className="text-2xl">
        Current version
      </h2>
      <DefinitionList
        facts={parts.map((name) => [
          name.replaceAll('_', ' '),
          <ConflictingField key={name} value={command[name]} />,
        ])}
      />
    </section>
  )
}

const ConflictingField = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null ? (
    <pre className="terminal" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  ) : (
    <>{String(value)}</>
  )
