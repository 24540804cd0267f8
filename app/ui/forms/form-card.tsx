import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = {
  title: string
  lead: string
  children: ReactNode
  /** Introductory message, such as the result of an earlier action. */
  before?: ReactNode
  after?: ReactNode
}

/** Renders a small card in the middle of a page. */
export function PageCard({ title, lead, children, before, after }: Props) {
  return (
    <Main className="relative isolate grow">
      <div className="contours" />
      <div className="frame py-12 sm:py-20">
        <div className="mx-auto max-w-md border border-edge bg-raised p-6 shadow-card sm:p-10">
          <h1 className="text-4xl">{title}</h1>
          <p className="mt-2 text-soft">{lead}</p>
          {before && <div className="mt-6">{before}</div>}
          {children}
          {after && <div className="mt-8 border-t border-line pt-5 text-soft">{after}</div>}
        </div>
      </div>
    </Main>
  )
}

/** Renders a page with a single form that posts to its own URL, with or without scripts. */
export function FormCard({
  button,
  busy,
  refusal,
  children,
  ...card
}: Props & { button: string; busy: string; refusal: FormRefusal | undefined }) {
  const label = (
    <>
      {button}
      <ArrowRight className="size-5" aria-hidden="true" />
    </>
  )
  return (
    <PageCard {...card}>
      <PostForm className="mt-6 space-y-5" button={label} busy={busy} look="finger" refusal={refusal}>
        {children}
      </PostForm>
    </PageCard>
  )
}
