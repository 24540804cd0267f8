import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasRole } from '#app/access.ts'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { page } from '#app/http/page.server.ts'
import { Day } from '#app/ui/day.tsx'
import { Main } from '#app/ui/main.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { privateMeta } from '#app/ui/page-meta.ts'

export const meta = () => privateMeta('Your account')

export const loader = (args: LoaderFunctionArgs) => page(args, 'profile:own', readProfile)

export default function Profile() {
  const user = useLoaderData<typeof loader>()
  const facts = [
    ['Name', user.name],
    ['E-mail', user.email],
    ['Role', user.role],
    ['Account since', <Day key="since" date={user.created_at} />],
    [
      'Account id',
      <code key="id" className="code-inline">
        {user.id}
      </code>,
    ],
  ] as const
  return (
    <Main>
      <PageHead title={user.name} lead="Your account, as this service knows it." />
      <dl className="max-w-2xl">
        {facts.map(([term, value]) => (
          <div
            key={term}
            className="grid gap-x-8 gap-y-0.5 border-b border-line py-3.5 sm:grid-cols-[11rem_1fr]"
          >
            <dt className="label text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-10 flex flex-wrap gap-4">
        {hasRole(user.role, 'console:open') && (
          <a href="/admin" className="finger">
            Open the console
          </a>
        )}
        <form method="post" action="/logout">
          <button type="submit" className="button">
            Sign out
          </button>
        </form>
      </div>
    </Main>
  )
}
