/** @typedef {import('playwright-core').Page} Page */

/** The account that opens the pages. */
export const owner = {
  email: 'ada@example.com',
  name: 'Ada',
  password: 'seven boats under a bridge',
  role: 'owner',
}

/** Every account that the list of people shows. */
export const people = [
  owner,
  { email: 'grace@example.com', name: 'Grace', password: 'nine lamps on a quiet pier', role: 'editor' },
  { email: 'linus@example.com', name: 'Linus', password: 'two foxes in the tall grass', role: 'member' },
]

/** The post that the editor shows. */
export const draft = {
  title: 'A trail for every reader',
  body: `Every page of this site has two forms.

## HTML

Browsers get HTML with **styles** and scripts.

## Markdown

Agents ask for the same page as Markdown:

\`\`\`sh
curl -H 'Accept: text/markdown' https://example.com/about
\`\`\`

<Callout type="tip">

Both are written once.

</Callout>
`,
}

/** Signs in, and fills what the demo guild does not: messages, a draft, a conversation. @param {Page} page */
export async function fillSite(page) {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  for (const message of messages) await send(page, message)
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/admin')
  await page.goto('/admin/content/new?type=post', { waitUntil: 'networkidle' })
  await page.getByLabel('Title').fill(draft.title)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/admin\/content\/post\//)
  await page.locator('.cm-content').fill(draft.body)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForLoadState('networkidle')
  await page.goto('/chat', { waitUntil: 'networkidle' })
  await page.getByRole('textbox').fill('How do I back up the database?')
  await page.locator('.composer button').click()
  await page.waitForURL(/\/chat\/\w{26}/)
}

const messages = [
  {
    name: 'Grace',
    email: 'grace@example.com',
    subject: 'A key for our dashboard',
    message:
      'We would like to show the statistics of our server on our own dashboard. Can we get a key with stats:read?',
  },
  {
    name: 'Linus',
    email: 'linus@example.com',
    subject: 'A typo in the docs',
    message: 'The page about backups names a command that has another name now.',
  },
]

/** @param {Page} page @param {(typeof messages)[number]} message */
async function send(page, { name, email, subject, message }) {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your email').fill(email)
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill(message)
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Thank you').or(page.getByText('was sent')).first().waitFor()
}
