import { ArrowRight } from 'lucide-react'
import type { FormChallenge } from '#app/platform/config/contact.ts'
import { fieldLimits } from '#app/features/contact/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { TextArea, Field } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { refusalSummary } from '#app/ui/forms/post-form.tsx'
import type { ToolForm } from '#app/ui/forms/tool-form.ts'

/** The heading of the form, for the contents of its page. */
export const formHeading = { level: 2 as const, id: 'write-a-message', text: 'Write a message' }

/** Agents fill it in, and the person sends it: a message is a person's own. */
const fillContactForm: ToolForm = {
  toolname: 'fill_contact_form',
  tooldescription:
    'Fills in the contact form for the person to look at and send. Leave “website” empty: it is a trap for robots.',
}

type Props = { challenge: FormChallenge; refusal: FormRefusal | undefined }

/** Posts to its own page, which ships no React. Only the check against robots needs a script. */
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
            <Notice title="The form needs JavaScript here">
              It makes sure that no robot writes, and that check runs in your browser. Turn JavaScript on, or
              take one of the ways above.
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
            Send the message
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
      label="Your e-mail"
      name="email"
      type="email"
      autoComplete="email"
      maxLength={fieldLimits.email}
      hint="For the answer, and for nothing else."
      required
      refusal={refusal}
    />
    <Field
      label="Subject"
      name="subject"
      autoComplete="off"
      maxLength={fieldLimits.subject}
      hint="If you like."
      refusal={refusal}
    />
    <TextArea
      label="Message"
      name="message"
      rows={8}
      minLength={fieldLimits.leastMessage}
      maxLength={fieldLimits.message}
      hint="Never a password or a key."
      required
      refusal={refusal}
    />
  </>
)

/** What the Markdown has instead of the fields. */
const MarkdownNote = ({ challenge }: Pick<Props, 'challenge'>) => (
  <div className="prose mt-8">
    <p>
      A program sends <code>name</code>, <code>email</code>, <code>message</code> and, if it likes,{' '}
      <code>subject</code> as JSON to <code>POST /api/contact-form-submissions</code>, five times an hour at
      most.{' '}
      {challenge.provider !== 'none' && (
        <>
          What it has to bring besides, <code>GET /api/contact-form-submissions/challenge</code> says.{' '}
        </>
      )}
      <a href="/docs/contact-form" className="link">
        How it works
      </a>{' '}
      is told in the documentation, and <a href="/privacy">Privacy</a> says what is kept.
    </p>
  </div>
)
