import { expect, test } from 'vitest'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { renderInRouter } from '#tests/support/render.tsx'

const refused = (proof: FormRefusal['proof'], issues: FormRefusal['issues'] = []): FormRefusal => ({
  error: 'Confirm your identity first: open /proof.',
  issues,
  values: {},
  intent: 'disable',
  ...(proof ? { proof } : {}),
})

async function formWith(refusal: FormRefusal) {
  return renderInRouter(<PostForm button="Disable" busy="Saving" refusal={refusal} />)
}

test('a form that needs a proof asks for the password and reason, and is no error', async () => {
  const form = await formWith(refused({ password: true, providers: [] }))
  expect(form).not.toContain('role="alert"')
  const [, heading] = /role="group" aria-labelledby="([^"]+)"/.exec(form)!
  expect(form).toContain(`<h3 id="${heading}" class="text-xl">Confirm your identity</h3>`)
  const field = /<input[^>]*name="proof_password"[^>]*>/.exec(form)![0]
  // Without a script the browser moves focus by this attribute.
  expect(field).toContain('autofocus')
  const [, hint] = /aria-describedby="([^"]+)"/.exec(field)!
  expect(form).toContain(`<p id="${hint}"`)
  expect(form).toContain('requires a confirmed identity')
  expect(form).not.toContain('href="/proof"')
})

test('the window for a provider is offered if the account has one that works', async () => {
  const both = await formWith(refused({ password: true, providers: ['github'] }))
  expect(both).toContain('href="/proof"')
  expect(both).toContain('name="proof_password"')
  const provider = await formWith(refused({ password: false, providers: ['github'] }))
  expect(provider).toContain('href="/proof"')
  expect(provider).not.toContain('name="proof_password"')
})

test('a wrong password is an error of its field', async () => {
  const issue = {
    path: 'proof_password',
    message: 'The password is wrong. Try again, or reset your password.',
  }
  const form = await formWith(refused({ password: true, providers: [] }, [issue]))
  expect(form).toMatch(/<input[^>]*name="proof_password"[^>]*aria-invalid="true"/)
  expect(form).not.toContain('role="alert"')
})

test('any other refusal is an alert', async () => {
  expect(await formWith(refused(undefined))).toContain('role="alert"')
})
