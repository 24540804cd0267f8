import { describe } from 'vitest'
import * as drivers from '#tests/clients/drivers.ts'
import { proveClients } from '#tests/clients/suite.ts'

describe('a site as it is', () =>
  proveClients([
    { name: 'Chromium’s own host', make: drivers.native, cancels: 'page' },
    { name: 'a frozen host on document', make: drivers.frozenDocumentHost, cancels: 'page' },
    { name: 'an old host on navigator', make: drivers.oldNavigatorHost },
  ]))

describe('a site whose pages bring a host', () =>
  proveClients([{ name: 'the page’s own host', make: drivers.polyfillHost, cancels: 'page' }], {
    BROWSER_TOOLS_POLYFILL: 'on',
  }))
