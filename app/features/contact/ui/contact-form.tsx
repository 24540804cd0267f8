import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormChallenge } from '#app/platform/config/contact.ts'
import { fieldLimits } from '#app/features/contact/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { TextArea, Field } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Message, useMessages } from '#app/ui/layout/messages.tsx'
import { useSections, useSite } from '#app/ui/layout/root-data.ts'
import type { ToolForm } from '#app/ui/forms/tool-form.ts'

/** Id of the heading of the form. */
export const formHeadingId = 'write-a-message'

/** Tool that agents use to fill in the form. The user submits the form. */
const fillContactForm: ToolForm = {
  toolname: 'fill_contact_form',
  tooldescription:
    'Fills in the contact form. The user checks and sends the message. Leave “website” empty, because it is a trap for bots.',
}

type Props = { challenge: FormChallenge; refusal: FormRefusal | undefined }

/** Renders the contact form, which posts to the same page without React. Only the challenge needs scripts. */
export function ContactForm({ challenge, refusal }: Props) {
  const { text, catalogue } = useMessages()
  const refused = useTranslated(refusal)
  const { email } = useSite().contact
  const checks = challenge.provider !== 'none'
  return (
    <section className="mt-8 max-w-[44rem] border-t border-line pt-6">
      <h2 id={formHeadingId} className="scroll-mt-6 text-3xl">
        {text('contact.heading')}
      </h2>
      {email && (
        <p className="mt-3 text-soft">
          <Message
            id="contact.orEmail"
            values={{
              address: (
                <a href={`mailto:${email}`} className="link inline-block py-1">
                  {email}
                </a>
              ),
            }}
          />
        </p>
      )}
      <div data-md="omit">
        {checks && (
          <div data-unscripted className="mt-5">
            <Notice title={text('contact.needsScript')}>{text('contact.needsScriptAdvice')}</Notice>
          </div>
        )}
        <form
          method="post"
          action={`/contact#${formHeadingId}`}
          className="mt-5 space-y-5"
          data-contact-form={challenge.provider}
          data-texts={JSON.stringify(catalogue.contactForm)}
          data-scripted={checks || undefined}
          {...fillContactForm}
        >
          {refused && <Notice tone="stop" title={refused.summary} />}
          <Fields refusal={refused} />
          <div aria-hidden="true" className="sr-only">
            <label>
              {text('contact.trap')}
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          {challenge.siteKey && (
            <div className="cf-turnstile" data-sitekey={challenge.siteKey} data-action="contact" />
          )}
          <button type="submit" className="finger">
            {text('contact.send')}
            <ArrowRight className="size-5" aria-hidden="true" />
          </button>
          <p role="status" className="text-soft" data-said />
        </form>
        {challenge.siteKey && (
          <script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer />
        )}
      </div>
      <MoreFacts challenge={challenge} />
    </section>
  )
}

function Fields({ refusal }: { refusal: FormRefusal | undefined }) {
  const { text } = useMessages()
  return (
    <>
      <Field
        label={text('contact.name')}
        name="name"
        autoComplete="name"
        maxLength={fieldLimits.name}
        required
        refusal={refusal}
      />
      <Field
        label={text('contact.email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={fieldLimits.email}
        hint={text('contact.emailHint')}
        required
        refusal={refusal}
      />
      <Field
        label={text('contact.subject')}
        name="subject"
        autoComplete="off"
        maxLength={fieldLimits.subject}
        hint={text('contact.subjectHint')}
        refusal={refusal}
      />
      <TextArea
        label={text('contact.message')}
        name="message"
        rows={8}
        minLength={fieldLimits.leastMessage}
        maxLength={fieldLimits.message}
        hint={text('contact.messageHint')}
        required
        refusal={refusal}
      />
    </>
  )
}

/** Renders a link to the privacy page, and the collapsed API, which replaces the form in the Markdown version. */
function MoreFacts({ challenge }: Pick<Props, 'challenge'>) {
  const { text } = useMessages()
  const { legal } = useSite()
  const { pages } = useSections()
  const privacy = legal.privacy ?? '/privacy'
  const hasPrivacy = legal.privacy !== undefined || pages.includes(privacy)
  return (
    <div className="prose mt-8">
      {hasPrivacy && (
        <p>
          <Message id="contact.privacy" values={{ a: linkTo(privacy) }} />
        </p>
      )}
      <details>
        <summary>{text('contact.developers')}</summary>
        <p>
          <Message id="contact.programs" values={{ code }} />{' '}
          {challenge.provider !== 'none' && (
            <>
              <Message id="contact.programsChallenge" values={{ code }} />{' '}
            </>
          )}
          <Message id="contact.programsReference" values={{ a: linkTo('/docs/api/contact') }} />
        </p>
      </details>
    </div>
  )
}

const code = (parts: ReactNode) => <code>{parts}</code>
const linkTo = (href: string) => (parts: ReactNode) => <a href={href}>{parts}</a>

/** Returns the refusal in the language of the page, with the summary above the form. */
function useTranslated(refusal: FormRefusal | undefined) {
  const { text, translate } = useMessages()
  if (!refusal) return undefined
  const issues = refusal.issues.map(({ path, message }) => ({ path, message: translate(message) ?? message }))
  const count = new Set(issues.map(({ path }) => path)).size
  const wrong = count === 1 ? text('contactForm.checkOne') : text('contactForm.checkMany', { count })
  return { ...refusal, issues, summary: count ? wrong : (translate(refusal.error) ?? refusal.error) }
}
