import { sql } from 'kysely'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { RequestFacts } from '#app/context.server.ts'
import { createInteractionHandler } from '#app/http/server/interactions.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aWrittenCommand, openTestApp } from '#tests/support/factories.ts'
import { used } from '#tests/support/discord/payloads.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const DISCORD_PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
const facts: RequestFacts = { requestId: 'r', address: '127.0.0.1', secure: false, nonce: '' }
const path = '/api/discord/interactions'

test('an interaction in a batch that cannot be stored does not affect the others', async () => {
  const it = await openTestApp(engineNames[0]!, { DISCORD_PUBLIC_KEY })
  const desk = createInteractionHandler(it.app)
  const server = createServer((request, response) => {
    const visit = { request, response, facts, path, search: '', started: 0 }
    if (!desk.takes(visit)) return void response.writeHead(404).end()
    desk.answer(visit).catch((error: unknown) => {
      response.writeHead(toRefusal(error, { app: it.app, facts }).status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const post = (payload: object) => {
    const body = JSON.stringify(payload)
    const timestamp = String(Math.floor(it.app.now().getTime() / 1000))
    const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
    const headers = { 'X-Signature-Ed25519': signature, 'X-Signature-Timestamp': timestamp }
    return fetch(url, { method: 'POST', body, headers })
  }
  try {
    const { id } = await aGuild(it)
    const command = await aWrittenCommand(it, id)
    const [bad, ...good] = Array.from({ length: 12 }, () => used(id))
    await sql
      .raw(
        `create trigger refuse before insert on interactions when new.id = '${bad!.id}'
        begin select raise(abort, 'no'); end`,
      )
      .execute(it.app.db)
    const responses = await Promise.all([bad!, ...good].map(post))
    expect(responses.map(({ status }) => status)).toEqual([500, ...good.map(() => 200)])
    expect(await interactionTester(() => it).usesOf(command.id)).toBe(good.length)
    // Every guild that Discord reached us for has shown a sign of life.
    const beats = it.app.db.selectFrom('heartbeats').select(['slug', 'at']).where('guild_id', '=', id)
    await expect.poll(() => beats.execute()).toEqual([{ slug: 'discord', at: it.app.now().toISOString() }])
    // Without a length there is nothing to wait for.
    expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBe(404)
  } finally {
    await new Promise((resolve) => server.close(resolve).closeAllConnections())
    await it.close()
  }
})
