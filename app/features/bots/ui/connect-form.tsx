import { DEVELOPER_PORTAL } from '#app/features/bots/schema.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

/** Renders the form for the token of a bot. The browser does not store the token, and the page never shows it again. */
export const ConnectForm = ({ refusal, isFirst }: { refusal: FormRefusal | undefined; isFirst: boolean }) => (
  <PostForm
    intent="connect"
    button={isFirst ? 'Connect bot' : 'Save token'}
    busy="Asking Discord"
    look={isFirst ? 'finger' : 'button'}
    refusal={refusal}
    className="max-w-xl space-y-4"
  >
    <Field
      label="Bot token"
      name="token"
      type="password"
      autoComplete="off"
      spellCheck={false}
      hint="In the developer portal, open the “Bot” page of your application, and select “Reset Token”. Discord shows the token once."
      refusal={refusal}
      required
    />
  </PostForm>
)

/** Renders the steps at Discord that come before the form. */
export const PortalSteps = () => (
  <ol className="mb-6 max-w-xl list-decimal space-y-1 pl-6">
    <li>
      Create an application in{' '}
      <a href={DEVELOPER_PORTAL} className="link" rel="noreferrer">
        Discord’s developer portal
      </a>
      , or open an existing one.
    </li>
    <li>On the “Bot” page of the application, reset the token and copy it.</li>
    <li>Paste the token here. Signpost reads everything else from Discord.</li>
  </ol>
)
