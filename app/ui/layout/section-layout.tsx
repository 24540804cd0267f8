import type { ReactNode } from 'react'
import { DemoBanner } from '#app/ui/layout/demo-banner.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'

/** Navigation link. `waiting` counts pending items, up to 100, and `says` describes them. */
export type NavItem = { href: string; name: string; waiting?: number; says?: string }

type Props = {
  label: string
  rooms: readonly NavItem[]
  here: string
  title: string
  lead?: ReactNode
  /** Link to the parent. */
  above?: ReactNode
  children: ReactNode
}

/** Renders the layout of a section page, with navigation beside the content, or above it on small screens. */
export function SectionLayout({ label, rooms, here, title, lead, above, children }: Props) {
  return (
    <Main>
      <DemoBanner />
      <PageHead title={title} lead={lead} above={above} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={label}>
          <ul className="-mx-1.5 flex flex-wrap gap-x-4 px-1.5 lg:block">
            {rooms.map(({ href, name, waiting = 0, says }) => (
              <li key={href}>
                <a href={href} className="step quiet" aria-current={href === here ? 'page' : undefined}>
                  {name}
                  {waiting > 0 && <WaitingBadge amount={waiting} says={says} />}
                </a>
              </li>
            ))}
          </ul>
          <SignOut className="mt-4" />
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </Main>
  )
}

/** Renders the sign-out button, which works with or without scripts. */
export const SignOut = ({ className, label = 'Sign out' }: { className?: string; label?: string }) => (
  <form method="post" action="/logout" className={className}>
    <button type="submit" className="button small">
      {label}
    </button>
  </form>
)

const WaitingBadge = ({ amount, says }: { amount: number; says: string | undefined }) => (
  <>
    {' '}
    <span className="ml-1 inline-block min-w-6 border border-rim bg-sign px-1.5 text-center text-sm font-bold text-on-sign">
      {amount < 100 ? amount : '99+'}
    </span>
    <span className="sr-only">{` ${says}`}</span>
  </>
)

/** Renders a part of a page with a heading. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="border-b border-line pb-10 not-first:pt-8 last:border-0">
      <h2 id={id} className="scroll-mt-6 text-3xl">
        {title}
      </h2>
      {lead && <p className="mt-2 max-w-2xl text-soft">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}

/** Renders a list of terms and values. */
export function DefinitionList({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="max-w-2xl">
      {facts.map(([term, value]) => (
        <div
          key={term}
          className="grid gap-x-8 gap-y-0.5 border-b border-line py-3 last:border-0 sm:grid-cols-[11rem_1fr]"
        >
          <dt className="label text-muted">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
