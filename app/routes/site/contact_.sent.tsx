import type { MetaFunction } from '@remix-run/node'
import { page } from '#app/http/pages/page.server.ts'
import { sentTitle, sentText } from '#app/features/contact/ui/contact-fields.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true }

export const loader = page('anyone', async ({ config }) => ({ siteUrl: config.siteUrl }))

/** Returns the title and metadata of the page that is shown after the form is sent without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? pageMeta({
        ...data,
        title: sentTitle,
        description: sentText,
        path: '/contact/sent',
        robots: 'noindex',
      })
    : []

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
