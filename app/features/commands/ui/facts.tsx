import type { Command } from '#app/features/commands/schema.ts'
import { commandLabel } from '#app/features/commands/ui/list.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

type Props = { base: string; command: Command; refusal: FormRefusal | undefined }

/** How a command has fared, and the ways to copy it and to be rid of it. */
export function CommandDetails({ base, command, refusal }: Props) {
  const { last_error: error } = command
  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section id="fared" title="How it fares">
        <DefinitionList
          facts={[
            ['Uses', command.use_count.toLocaleString('en-GB')],
            ['Failed', command.error_count.toLocaleString('en-GB')],
            [
              'Last used',
              command.last_used_at ? <Timestamp key="used" at={command.last_used_at} /> : 'never',
            ],
            [
              'Registered',
              command.registered_at ? <Timestamp key="registered" at={command.registered_at} /> : 'never',
            ],
            ['Version', `${command.version}`],
            ...(error
              ? ([
                  [
                    'Last error',
                    <span key="error">
                      {error.message} <Timestamp at={error.at} />
                    </span>,
                  ],
                ] as const)
              : []),
          ]}
        />
        <p className="mt-5">
          <a href={`${base}/new?from=${command.id}`} className="button">
            Make a copy
          </a>
        </p>
      </Section>
      <Section
        id="delete"
        title="Delete the command"
        lead="It is gone here at once, with its numbers, and answers nobody. Discord shows its name until the commands are registered again."
      >
        <PostForm
          intent="delete"
          version={command.version}
          button="Delete the command"
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

/** What somebody else saved in the meantime, part by part, so that it can be held against what is in the fields. */
export function ConflictingCommand({ command, changed }: { command: Command; changed: string[] }) {
  const parts = changed.filter((name): name is keyof Command => Object.hasOwn(command, name))
  if (parts.length === 0) return null
  return (
    <section aria-labelledby="theirs" className="mb-8 border-y border-line py-5">
      <h2 id="theirs" className="text-2xl">
        What stands now
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
