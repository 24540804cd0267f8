import { forecastCount } from '#app/features/automations/ui/forecast-count.ts'
import type { QuickStarted } from '#app/features/setup/quick-start.server.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { IdField } from '#app/ui/forms/id-fields.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

type Props = {
  suggestion: { content: string; channel_id: string; isReported: boolean }
  refusal: FormRefusal | undefined
}

/** Renders the form that creates the first automation and command of a server. */
export function QuickStart({ suggestion: { content, channel_id, isReported }, refusal }: Props) {
  const told = refusal && { ...refusal, issues: refusal.issues.map(issueOfField) }
  return (
    <div className="mb-8">
      <Section
        id="quick-start"
        title="Quick start"
        lead="Greet new members, and respond to a first command. You can change both later."
      >
        <PostForm
          // The suggested channel is known once the bot has reported the channels.
          key={channel_id}
          intent="start"
          button="Start"
          busy="Starting"
          look="finger"
          refusal={told}
          className="max-w-xl space-y-5"
        >
          <TextArea
            label="Greeting"
            name="content"
            hint="Use {user.mention} to mention the new member, {user.name} for the name and {guild.name} for the server."
            rows={3}
            defaultValue={content}
            refusal={told}
            required
          />
          <IdField
            label="Channel"
            name="channel_id"
            kind="channel"
            needs="write"
            hint={
              isReported
                ? 'Channel for the greetings.'
                : 'The bot has not reported its channels yet. Reload the page in a moment, or paste the id of a channel.'
            }
            defaultValue={channel_id}
            refusal={told}
          />
          <Toggle
            label="Add the /hello command"
            name="hello"
            hint="Registers the command with Discord. The bot responds with a greeting."
            defaultChecked
            refusal={told}
          />
        </PostForm>
      </Section>
    </div>
  )
}

/** Moves an issue of the created action to its field. */
const issueOfField = ({ path, message }: FormRefusal['issues'][number]) => ({
  path: path.replace('actions.0.config.', ''),
  message,
})

/** Renders what the quick start created, with links. */
export function QuickStartResult({ base, started }: { base: string; started: QuickStarted | null }) {
  if (!started) return null
  const { automation, command, forecast, problem } = started
  const warned = forecast.issues.length > 0 && forecastCount(forecast)
  return (
    <PageNotice
      tone={problem !== null ? 'stop' : warned ? 'warn' : 'done'}
      title={
        problem !== null
          ? `Discord did not register the command. ${warned || 'Everything else is ready.'}`
          : warned
            ? `The automation was created. ${warned}`
            : 'The bot now greets new members.'
      }
    >
      {forecast.issues.map(({ path, message }) => (
        <p key={path}>{message}</p>
      ))}
      <p>
        Created: the automation{' '}
        <a href={`${base}/automations/${automation.id}`} className="link">
          {automation.name}
        </a>
        {command && (
          <>
            {' '}
            and the command{' '}
            <a href={`${base}/commands/${command.id}`} className="link">
              /{command.name}
            </a>
          </>
        )}
        .{command && problem === null && ' Type /hello in Discord to try the command.'}
      </p>
      {problem !== null && (
        <p>
          {problem} To try again, open{' '}
          <a href={`${base}/commands`} className="link">
            Commands
          </a>{' '}
          and select “Register with Discord”.
        </p>
      )}
    </PageNotice>
  )
}
