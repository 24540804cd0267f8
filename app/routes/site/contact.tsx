import { redirect, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { formChallengeOf } from '#app/platform/config/contact.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { submissionInput } from '#app/features/contact/schema.ts'
import { readBody } from '#app/features/content/content.server.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { Article } from '#app/features/content/ui/article.tsx'
import { ContactForm, formHeadingId } from '#app/features/contact/ui/contact-form.tsx'
import { headingsOfHtml } from '#app/features/content/ui/table-of-contents.tsx'
import { Prose } from '#app/ui/layout/main.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true }

/** Loads the contact page and its form. The response is the same for all visitors. */
export const loader = page('anyone', async (ctx) => {
  const entry = ctx.contentIndex.find('/contact')
  const html = entry ? await readBody(ctx, entry) : ''
  const { text } = messagesOf(ctx.contentIndex.site)
  const { title, description, updated } = entry ?? {
    title: text('common.contact'),
    description: text('contact.description'),
    updated: undefined,
  }
  const head = { image: ogImageOf(ctx, '/contact') }
  return { title, description, updated, ...head, html, challenge: formChallengeOf(ctx.config) }
})

/** Handles the form without scripts. The response is not cached. */
export const action = form(z.object(submissionInput.shape), async (ctx, input, args) => {
  await consumeFormLimit(args, 'contact')
  await submitMessage(ctx, input)
  return redirect('/contact/sent', 303)
})

const place = { type: 'page' as const, path: '/contact' }

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageMeta({ ...place, ...data }, matches) : []

const alone = { tags: [], docs: [], crumbs: [], previous: null, next: null }

/** Splits the page before its first second-level heading, unless another element contains the heading. */
function splitAtHeading(html: string): [intro: string, rest: string] {
  const intro = html.slice(0, Math.max(0, html.search(/<h2[\s>]/)))
  const opened = intro.match(/<(?!(?:br|hr|img|input|source|wbr)\b)[a-z]/g) ?? []
  const closed = intro.match(/<\//g) ?? []
  return intro && opened.length === closed.length ? [intro, html.slice(intro.length)] : [html, '']
}

/** Renders the contact page, with the form after the introduction. */
export default function Contact() {
  const { challenge, ...entry } = useLoaderData<typeof loader>()
  const [intro, rest] = splitAtHeading(entry.html)
  const refusal = useActionData<typeof action>()
  const { text } = useMessages()
  return (
    <Article
      {...place}
      {...alone}
      {...entry}
      html={intro}
      headings={[
        ...headingsOfHtml(intro),
        { level: 2, id: formHeadingId, text: text('contact.heading') },
        ...headingsOfHtml(rest),
      ]}
      after={
        <>
          <ContactForm challenge={challenge} refusal={refusal} />
          {rest && <Prose html={rest} className="prose mt-12" />}
        </>
      }
    />
  )
}
