import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '#app/platform/config/settings.server.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

type Service = {
  image?: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: object
  read_only?: boolean
  cap_drop?: string[]
  depends_on?: Record<string, { condition: string }> | string[]
}
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  configs: { balancer: { content: string } }
}
const dockerfile = readFileSync('Dockerfile', 'utf8')
const ours = Object.entries(compose.services).filter(([, { build }]) => build)

test('compose starts two instances, a balancer, PostgreSQL, Redis and a runner', () => {
  expect(Object.keys(compose.services)).toEqual(['web1', 'web2', 'balancer', 'postgres', 'redis', 'runner'])
  for (const name of ['web1', 'web2']) {
    expect(compose.services[name]!.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    })
    expect(compose.configs.balancer.content).toContain(`${name}:3000`)
  }
  expect(compose.configs.balancer.content).toContain('health_uri /readyz')
})

test.each(ours)('%s runs without privileges, from read-only files, with known settings', (_, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const known = [...Object.keys(settings), 'NODE_OPTIONS']
  for (const name of Object.keys(service.environment!)) expect(known).toContain(name)
})

test('what the image copies first suffices to install the packages', async () => {
  const [, files] = /^COPY (app\/\S+ .+) app\/\S+$/m.exec(dockerfile)!
  const folder = await temporaryFolder()
  for (const file of ['package.json', ...files!.split(' ')]) await cp(file, join(folder.path, file))
  const load = ['--input-type=module', '--eval', "await import('#app/platform/process/bootstrap.js')"]
  const { status, stderr } = spawnSync(process.execPath, load, { cwd: folder.path, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  await folder.remove()
})

test('every other image says which major version it is', () => {
  for (const { image, build } of Object.values(compose.services))
    if (!build) expect(image).toMatch(/^[a-z]+:\d+$/)
})

test('what the image copies and starts is there, and it does not run as root', () => {
  for (const [, files] of dockerfile.matchAll(/^COPY (?!--from|\. )(.+) \S+$/gm))
    for (const file of files!.split(' ')) expect(existsSync(file), file).toBe(true)
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^CMD \["node", "app\/server\.js"\]$/m)
  expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('CMD ["node", "app'))
  for (const [, name] of dockerfile.matchAll(/^ENV (.+)$/gm))
    for (const setting of name!.split(' ')) expect(Object.keys(settings)).toContain(setting.split('=')[0])
})

test('the balancer hands on one client address, from proxies that a setting names', () => {
  const { content } = compose.configs.balancer
  expect(content).toContain('trusted_proxies static ${TRUSTED_PROXIES:-127.0.0.1/32}')
  expect(content).toContain('trusted_proxies_strict')
  expect(content).toContain('header_up X-Forwarded-For {client_ip}')
  for (const [name, { environment }] of ours)
    if (name !== 'runner') expect([name, environment!.TRUST_PROXY]).toEqual([name, '1'])
})
