import { inject, test, vi } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { signInAs } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'
vi.setConfig({ testTimeout: 200_000 })
const server = inject('servers')[0]!
test('shots', async () => {
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const browser = await launch()
  const cookie = (await signInAs(server, 'admin')).split('=')
  for (const [label, width, scheme, js] of [
    ['wide', 1280, 'light', true],
    ['dark', 1280, 'dark', true],
    ['phone', 390, 'light', true],
    ['nojs', 1280, 'light', false],
  ] as const) {
    const { page, context } = await openPage(browser, {
      viewport: { width, height: 900 },
      colorScheme: scheme,
      javaScriptEnabled: js,
    })
    await context.addCookies([{ name: cookie[0]!, value: cookie[1]!, url: server.url }])
    for (const [name, path] of [
      ['welcome', '/new?from=welcome'],
      ['weekly', '/new?from=weekly'],
      ['invites', '/new?from=invitations'],
      ['saved', '/01JDEM00000000000000000001'],
    ] as const) {
      if (label !== 'wide' && name === 'invites') continue
      await openReady(page, `${server.url}/admin/guilds/${guild_id}/automations${path}`)
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/w/shots/${label}-${name}.png`, fullPage: true })
      const sizes = await page.evaluate(() => [
        document.documentElement.scrollHeight,
        document.documentElement.scrollWidth,
        innerWidth,
      ])
      console.log(label, name, sizes)
    }
    if (label === 'wide') {
      await openReady(page, `${server.url}/admin/guilds/${guild_id}/automations/new?from=welcome`)
      await page.getByRole('combobox', { name: 'Channel' }).click()
      await page.screenshot({ path: `/tmp/w/shots/picker.png` })
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create automation' }).click()
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/w/shots/refused.png`, fullPage: true })
      await page.getByText('Insert placeholder').first().click()
      await page.screenshot({ path: `/tmp/w/shots/menu.png`, fullPage: true })
      await openReady(page, `${server.url}/admin/guilds/${guild_id}/commands/new?template=embed`)
      await page.screenshot({ path: `/tmp/w/shots/command.png`, fullPage: true })
    }
    await context.close()
  }
  await browser.close()
})
