import type { Session } from '#app/features/accounts/schema.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const

const systems = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/**
 * Returns the browser name for a `User-Agent` header. The order of the list matters, because `User-Agent` headers often
 * name several browsers.
 */
function agentName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown program'
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.split(/[\s/]/)[0]!.slice(0, 40)
}

/** Renders the user's sessions, each with a button to end it. */
export function SessionList({
  sessions,
  refusal,
}: {
  sessions: Session[]
  refusal: FormRefusal | undefined
}) {
  return (
    <>
      <ul className="max-w-2xl">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4"
          >
            <div className="min-w-0">
              <p className="label">
                {agentName(session.user_agent)}
                {session.current && <span className="text-go"> (this device)</span>}
              </p>
              <p className="text-soft">
                Last seen <RelativeTime at={session.last_seen_at} />
              </p>
              <p className="text-muted">
                Signed in <RelativeTime at={session.created_at} />
                {session.ip_prefix && <> from {session.ip_prefix}</>}
              </p>
            </div>
            {!session.current && (
              <PostForm
                intent="revoke"
                button={
                  <>
                    End<span className="sr-only"> the session of {agentName(session.user_agent)}</span>
                  </>
                }
                busy="Ending"
                refusal={refusal?.values.id === session.id ? refusal : undefined}
              >
                <input type="hidden" name="id" value={session.id} />
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-6">
          <PostForm intent="others" button="Sign out everywhere else" busy="Signing out" />
        </div>
      )}
    </>
  )
}
