import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { page } from '#app/http/pages/page.server.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true }

/** Loads the page that is shown after the form is sent without scripts. */
export const loader = page('anyone', async ({ contentIndex }) => {
  const { text } = messagesOf(contentIndex.site)
  return {
    title: text('contactForm.sentTitle'),
    description: text('contactForm.sentText'),
    path: '/contact/sent',
    robots: 'noindex',
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function Sent() {
  const { title, description } = useLoaderData<typeof loader>()
  const { text } = useMessages()
  return (
    <Main>
      <PageHead title={title} lead={description} />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href="/" className="link inline-block py-1">
          {text('contact.goHome')}
        </a>
        <a href="/contact#write-a-message" className="link inline-block py-1">
          {text('contact.another')}
        </a>
      </p>
    </Main>
  )
}
