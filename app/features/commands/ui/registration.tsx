import type { ReactNode } from 'react'
import type { RegistrationReport, RegistrationState } from '#app/features/commands/registration/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type FormProps = {
  /** Page that handles the form, if not the current page. */
  action?: string
  /** True if Discord has all commands, so that the button is not needed. */
  isCalm?: boolean
  className?: string
  refusal?: FormRefusal | undefined
  children?: ReactNode
}

/** Renders the button that registers the commands of a server. */
export const RegisterForm = ({ action, isCalm = false, className, refusal, children }: FormProps) => (
  <PostForm
    intent="register"
    look={isCalm ? 'link' : 'button'}
    button={
      <span>
        Register<span className="max-md:sr-only"> with Discord</span>
      </span>
    }
    busy="Registering"
    {...(action ? { action } : {})}
    {...(className ? { className } : {})}
    {...(refusal ? { refusal: { ...refusal, issues: [] } } : {})}
  >
    {children}
  </PostForm>
)

type Change = Pick<RegistrationState['pending'], 'created' | 'updated' | 'deleted'>
type Props = {
  registration: RegistrationState
  report: RegistrationReport | null
  refusal: FormRefusal | undefined
}

/** Renders the registration state, the button that registers commands, and the report. */
export function CommandRegistration({ registration, report, refusal }: Props) {
  const { registered_at: at, last_error: error, pending, total } = registration
  const waiting = pending.created.length + pending.updated.length + pending.deleted.length
  return (
    <section aria-labelledby="registration" className="mb-3">
      <h2 id="registration" className="sr-only">
        Registration
      </h2>
      <div className="flex items-center gap-x-4 gap-y-2 md:flex-wrap">
        <div className="min-w-0 max-w-full text-soft max-md:line-clamp-2 max-md:grow">
          {at ? (
            <>
              Discord has {formatAmount(total, 'command', 'commands')}, last registered{' '}
              <RelativeTime at={at} />.{' '}
            </>
          ) : (
            'Commands were never registered. '
          )}
          {waiting ? (
            <Changes change={pending} words={{ created: 'New', updated: 'Changed', deleted: 'Deleted' }} />
          ) : (
            'No changes since then.'
          )}
        </div>
        <RegisterForm
          isCalm={waiting === 0 && at !== null}
          className="space-y-3 max-md:shrink-0"
          refusal={refusal}
        >
          {refusal && refusal.issues.length > 0 && (
            <ul className="max-w-2xl list-disc pl-6 text-soft">
              {refusal.issues.map(({ path, message }) => (
                <li key={path + message}>
                  <code className="code-inline">{path}</code> {message}
                </li>
              ))}
            </ul>
          )}
        </RegisterForm>
      </div>
      {report && (
        <div className="mt-4">
          <PageNotice
            tone="done"
            title={report.changed ? 'Discord is up to date.' : 'Discord was already up to date.'}
          >
            <Changes change={report} words={{ created: 'Created', updated: 'Updated', deleted: 'Deleted' }} />
            {report.unchanged.length > 0 && <p>Unchanged: {report.unchanged.join(', ')}</p>}
          </PageNotice>
        </div>
      )}
      {error && !refusal && !report && (
        <div className="mt-4">
          <Notice title="The last registration failed">
            {error.message} <RelativeTime at={error.at} />
          </Notice>
        </div>
      )}
    </section>
  )
}

function Changes({ change, words }: { change: Change; words: Record<keyof Change, string> }) {
  const kinds = (['created', 'updated', 'deleted'] as const).filter((kind) => change[kind].length > 0)
  return (
    <>
      {kinds.map((kind) => (
        <span key={kind} className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{words[kind]}:</span> {change[kind].join(', ')}.{' '}
        </span>
      ))}
    </>
  )
}
