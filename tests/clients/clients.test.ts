import * as drivers from '#tests/clients/drivers.ts'
import { siteAt } from '#tests/clients/site.ts'
import { proveClients } from '#tests/clients/suite.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

/** Its pages bring a host of their own only to the last of these: the others keep theirs. */
const open = async () => siteAt(await lentServer('polyfill'))

proveClients(
  [
    { name: 'Chromium’s own host', make: drivers.native, cancels: 'page' },
    { name: 'a frozen host on document', make: drivers.frozenDocumentHost, cancels: 'page' },
    { name: 'an old host on navigator', make: drivers.oldNavigatorHost },
    { name: 'the page’s own host', make: drivers.polyfillHost, cancels: 'page' },
  ],
  open,
)
