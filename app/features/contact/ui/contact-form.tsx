import { ArrowRight } from 'lucide-react'
import type { FormChallenge } from '#app/platform/config/contact.ts'
import { fieldLimits } from '#app/features/contact/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { TextArea, Field } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { refusalSummary } from '#app/ui/forms/post-form.tsx'
import { useSections, useSite } from '#app/ui/layout/root-data.ts'
import type { ToolForm } from '#app/ui/forms/tool-form.ts'

/** Heading of the form, for the table of contents. */
export const formHeading = { level: 2 as const, id: 'write-a-message', text: 'Write a message' }

/** Tool that agents use to fill in the form. The user submits the form. */
const fillContactForm: ToolForm = {
  toolname: 'fill_contact_form',
  tooldescription:
    'Fills in the contact form. The user checks and sends the message. Leave “website” empty, because it is a trap for bots.',
}

type Props = { challenge: FormChallenge; refusal: FormRefusal | undefined }

/** Renders the contact form, which posts to the same page without React. Only the challenge needs scripts. */
export function ContactForm({ challenge, refusal }: Props) {
  const checks = challenge.provider !== 'none'
  return (
    <section className="mt-12 max-w-[44rem] border-t border-line pt-8">
      <h2 id={formHeading.id} className="scroll-mt-6 text-3xl">
        {formHeading.text}
      </h2>
      <div data-md="omit">
        {checks && (
          <div data-unscripted className="mt-5">
            <Notice title="The form needs JavaScript">
              A script checks that you are not a bot. Enable JavaScript, or use another contact option above.
            </Notice>
          </div>
        )}
        <form
          method="post"
          action={`/contact#${formHeading.id}`}
          className="mt-5 space-y-5"
          data-contact-form={challenge.provider}
          data-scripted={checks || undefined}
          {...fillContactForm}
        >
          {refusal && <Notice tone="stop" title={refusalSummary(refusal)} />}
          <Fields refusal={refusal} />
          <div aria-hidden="true" className="sr-only">
            <label>
              Leave this empty
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          {challenge.siteKey && (
            <div className="cf-turnstile" data-sitekey={challenge.siteKey} data-action="contact" />
          )}
          <button type="submit" className="finger">
            Send message
            <ArrowRight className="size-5" aria-hidden="true" />
          </button>
          <p role="status" className="text-soft" data-said />
        </form>
        {challenge.siteKey && (
          <script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer />
        )}
      </div>
      <MarkdownNote challenge={challenge} />
    </section>
  )
}

const Fields = ({ refusal }: { refusal: FormRefusal | undefined }) => (
  <>
    <Field
      label="Your name"
      name="name"
      autoComplete="name"
      maxLength={fieldLimits.name}
      required
      refusal={refusal}
    />
    <Field
      label="Your email"
      name="email"
      type="email"
      autoComplete="email"
      maxLength={fieldLimits.email}
      hint="Used only for the reply."
      required
      refusal={refusal}
    />
    <Field
      label="Subject"
      name="subject"
      autoComplete="off"
      maxLength={fieldLimits.subject}
      hint="Optional."
      refusal={refusal}
    />
    <TextArea
      label="Message"
      name="message"
      rows={8}
      minLength={fieldLimits.leastMessage}
      maxLength={fieldLimits.message}
      hint="Do not include a password or a key."
      required
      refusal={refusal}
    />
  </>
)

/** Renders the text that replaces the form in the Markdown version of the page. */
function MarkdownNote({ challenge }: Pick<Props, 'challenge'>) {
  const { legal } = useSite()
  const { pages } = useSections()
  const privacy = legal.privacy ?? '/privacy'
  const hasPrivacy = legal.privacy !== undefined || pages.includes(privacy)
  return (
    <div className="prose mt-8">
      <p>
        Programs can send <code>name</code>, <code>email</code>, <code>message</code> and optionally{' '}
        <code>subject</code> as JSON to <code>POST /api/contact-form-submissions</code>. The limit is five
        messages an hour.{' '}
        {challenge.provider !== 'none' && (
          <>
            <code>GET /api/contact-form-submissions/challenge</code> returns the other required fields.{' '}
          </>
        )}
        The{' '}
        <a href="/docs/api/contact" className="link">
          API reference
        </a>{' '}
        describes the fields.{' '}
        {hasPrivacy && (
          <>
            <a href={privacy}>Privacy</a> lists the data that is stored.
          </>
        )}
      </p>
    </div>
  )
}
