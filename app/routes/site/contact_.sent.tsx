import type { MetaFunction } from '@remix-run/node'
import { sentTitle, sentText } from '#app/features/contact/ui/contact-fields.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true }

/** Returns the title and metadata of the page that is shown after the form is sent without scripts. */
export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: sentTitle, description: sentText, path: '/contact/sent', robots: 'noindex' }, matches)

export default function Sent() {
  return (
    <Main>
      <PageHead title={sentTitle} lead={sentText} />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href="/" className="link inline-block py-1">
          Go to the home page
        </a>
        <a href="/contact#write-a-message" className="link inline-block py-1">
          Write another message
        </a>
      </p>
    </Main>
  )
}
