import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'

export const serveSite = command({
  name: 'serve',
  summary: 'Starts the server, like npm start.',
  options: z.object({}),
  async start({ config, serve }) {
    await serve()
    return { site_url: config.siteUrl }
  },
  print: () => '',
})
