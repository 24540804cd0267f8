import type { Context } from '#app/context.server.ts'
import type { EmailKind, EmailData } from '#app/features/mail/schema.ts'
import { singleLine } from '#app/primitives/text.ts'

/** Content of an email in plain text, from which the text and HTML parts are rendered. */
export type Email = {
  subject: string
  heading: string
  paragraphs: string[]
  /** Text from a user. Every line is quoted, so that recipients can distinguish this text from Signpost's own text. */
  quote?: string
  /** Command to copy, on a line of its own, and the sentence before it. */
  command?: { lead: string; text: string }
  /** Main action: a link, with the URL next to it. */
  action?: { label: string; href: string }
  /** Paragraphs after the link. */
  after?: string[]
  /** Sender of the email, and the reason for sending it. */
  footer: string
  /** Plain reply address. Optional. */
  replyTo?: string
}

/** Composes an email just before delivery. Returns null if the email should no longer be sent. */
export type EmailComposer<K extends EmailKind> = (
  ctx: Context,
  email: { recipient: string; data: EmailData[K] },
) => Promise<Email | null>

/** Composers by kind. */
export type EmailComposers = { [K in EmailKind]: EmailComposer<K> }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** Renders an email as text and HTML parts with the same content. The HTML follows the reader's color scheme. */
export function renderEmail(email: Email) {
  const { subject, heading, paragraphs, quote, command, action, after = [], footer, replyTo } = email
  const blocks = [
    { tag: 'h1', style: 'font-size:24px;line-height:1.25;margin:0 0 20px', text: heading },
    ...paragraphs.map(paragraph),
    ...(quote === undefined ? [] : [quotation(quote)]),
    ...(command ? [paragraph(command.lead), { ...paragraph(command.text), style: commandStyle }] : []),
    ...(action
      ? [
          {
            tag: 'p',
            style: 'margin:24px 0 8px',
            text: action.label,
            link: action.href,
            linkStyle:
              'display:inline-block;padding:11px 20px;border:2px solid;font-weight:bold;color:inherit;text-decoration:none',
          },
          {
            tag: 'p',
            style: 'margin:0 0 24px;font-size:14px;word-break:break-all',
            text: action.href,
            link: action.href,
            linkStyle: 'color:inherit',
          },
        ]
      : []),
    ...after.map(paragraph),
    { tag: 'p', style: 'margin:28px 0 0;padding-top:14px;border-top:1px solid;font-size:14px', text: footer },
  ].map((block: Block) => ({ ...block, text: block.lines ? block.text : singleLine(block.text) }))
  return {
    subject: singleLine(subject),
    text: `${blocks.map(({ text, lines }) => (lines ? text.replace(/^/gm, '> ') : text)).join('\n\n')}\n`,
    html: page(singleLine(subject), blocks.map(html).join('\n')),
    ...(replyTo ? { replyTo } : {}),
  }
}

type Block = { tag: string; style: string; text: string; link?: string; linkStyle?: string; lines?: boolean }

const paragraph = (text: string): Block => ({ tag: 'p', style: 'margin:0 0 16px', text })

const commandStyle =
  'margin:0 0 16px;padding:10px 12px;border:1px solid;font-family:ui-monospace,monospace;overflow-wrap:anywhere'

/** Returns a quotation of user text, with normalized line breaks and without control characters. */
const quotation = (text: string): Block => ({
  tag: 'blockquote',
  style:
    'margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid;white-space:pre-wrap;overflow-wrap:anywhere',
  text: text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' '),
  lines: true,
})

function html({ tag, style, text, link, linkStyle }: Block) {
  const words = link ? `<a href="${escape(link)}" style="${linkStyle}">${escape(text)}</a>` : escape(text)
  return `<${tag} style="${style}">${words}</${tag}>`
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
</head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55">
<div style="max-width:560px;margin:0 auto">
${body}
</div>
</body>
</html>
`
