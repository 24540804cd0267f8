import { expect, test } from 'vitest'
import type { Driver } from '#tests/clients/driver.ts'
import { devtoolsMcp, playwrightMcp } from '#tests/clients/drivers-mcp.ts'
import type { Mcp, McpTool } from '#tests/clients/mcp.ts'
import { openSite } from '#tests/clients/site.ts'
import { proveClients } from '#tests/clients/suite.ts'

// Neither of the two passes on to the page that a call was taken back: it runs to its end.

/** Tools that only read, and answer with what others wrote. */
const readers = ['search_site', 'read_page']

const playwright = {
  name: 'playwright-mcp',
  make: playwrightMcp,
  cancels: 'client' as const,
  more(now: () => Driver) {
    test.each(readers)('%s is shown as reading only, with what others wrote', async (name) => {
      const shown = (await now().list()).find((one) => one.name === name) as McpTool
      expect(shown.description).toMatch(
        /^\[UNTRUSTED: .*?\] \[READ-ONLY\] \[Output may contain third-party content\.\] /,
      )
      expect(shown.description).not.toContain('[CONSEQUENTIAL')
      expect(shown.annotations).toMatchObject({
        ...{ title: expect.stringMatching(/ this site$/), readOnlyHint: true, destructiveHint: false },
      })
    })

    test('the client is told when tools come', async () => {
      const { mcp } = now() as Driver & { mcp: Mcp }
      expect(mcp.notices).toContain('notifications/tools/list_changed')
    })
  },
}

const devtools = {
  name: 'chrome-devtools-mcp',
  make: devtoolsMcp,
  cancels: 'client' as const,
  more(now: () => Driver) {
    test.each(readers)('the hints of %s are shown', async (name) => {
      const hints = { readOnly: true, untrustedContent: true, consequential: false, debugging: false }
      const shown = (await now().list()).find((one) => one.name === name)
      expect(shown?.annotations).toEqual(hints)
    })
  },
}

proveClients([playwright, devtools], openSite)
