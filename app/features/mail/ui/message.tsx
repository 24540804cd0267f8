import { Fragment } from 'react'
import type { MessageHead } from '#app/features/mail/mailbox.server.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'

type Content = { headers: { name: string; value: string }[]; text: string }
type Props = MessageHead & { hidden: string | null; content: Content | null }

/** Renders the headers, text and sandboxed HTML of a message, or the reason why the message is hidden. */
export function MailMessage({ name, at, to, hidden, content }: Props) {
  const path = `/admin/mail/${name}`
  return (
    <>
      <p className="text-muted">
        To <span className="wrap-anywhere text-ink">{to}</span>, <RelativeTime at={at} />
      </p>
      {hidden ? (
        <div className="mt-6 max-w-2xl">
          <Notice title="You cannot read this message">{hidden}</Notice>
        </div>
      ) : (
        <>
          <nav aria-label="Parts of the message" className="mt-6">
            <ul className="flex flex-wrap gap-x-6">
              <li>
                <a href={path} className="step quiet" aria-current={content ? 'page' : undefined}>
                  Text
                </a>
              </li>
              <li>
                <a
                  href={`${path}?part=html`}
                  className="step quiet"
                  aria-current={content ? undefined : 'page'}
                >
                  HTML
                </a>
              </li>
            </ul>
          </nav>
          {content ? <Text {...content} /> : <Html path={path} />}
        </>
      )}
      <p className="mt-8">
        <a href="/admin/mail?list=mailbox" className="link">
          Back to the mailbox
        </a>
      </p>
    </>
  )
}

const addresses = /(https?:\/\/\S+)/

function Text({ headers, text }: Content) {
  return (
    <>
      <div className="mt-4 max-w-3xl border border-line bg-raised px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {text
          .trim()
          .split(addresses)
          .map((piece, index) =>
            index % 2 ? (
              <a key={index} href={piece} className="link" rel="noreferrer">
                {piece}
              </a>
            ) : (
              <Fragment key={index}>{piece}</Fragment>
            ),
          )}
      </div>
      <details className="mt-6 max-w-3xl">
        <summary className="label py-2 underline">All headers</summary>
        <dl className="text-[0.9375rem]">
          {headers.map((header, index) => (
            <div key={index} className="border-b border-line py-2">
              <dt className="font-semibold">{header.name}</dt>
              <dd className="wrap-anywhere text-soft">{header.value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

const Html = ({ path }: { path: string }) => (
  <>
    <iframe
      src={`${path}/html`}
      title="The message as HTML"
      sandbox=""
      className="mt-4 h-[32rem] w-full max-w-3xl border border-line bg-raised"
    />
    <p className="mt-2 text-[0.9375rem] text-muted">
      Links are disabled here. The plain text shows the URLs.
    </p>
  </>
)
