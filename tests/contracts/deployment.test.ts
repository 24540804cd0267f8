import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#app/platform/config/config.server.ts'
import { settings } from '#app/platform/config/settings.server.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

type Service = {
  image?: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
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
  // Every other setting comes from the file, which may be missing.
  expect(service.env_file).toEqual([{ path: '.env', required: false }])
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

const guide = readFileSync('content/docs/deploy.mdx', 'utf8')
/** Files of the tutorial by path. A path that occurs in both parts has several. */
const files = [...guide.matchAll(/```\w+ title="(\/etc\/[^"]+)"\n([\s\S]*?)```/g)].map(
  ([, path = '', text = '']) => ({ path, text }),
)

test('the deployment tutorial has every file of both parts', () => {
  expect([...new Set(files.map(({ path }) => path))].sort()).toEqual([
    '/etc/caddy/Caddyfile',
    '/etc/nginx/conf.d/signpost.conf',
    '/etc/postgresql/17/main/conf.d/signpost.conf',
    '/etc/postgresql/17/main/pg_hba.conf',
    '/etc/redis/redis.conf',
    '/etc/signpost.env',
    '/etc/systemd/system/signpost-backup.service',
    '/etc/systemd/system/signpost-backup.timer',
    '/etc/systemd/system/signpost.service',
  ])
})

test('the settings files of the tutorial are settings that the server accepts', () => {
  for (const { text } of files.filter(({ path }) => path === '/etc/signpost.env')) {
    const lines = text.trim().split('\n')
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
    expect(() => readConfig(env)).not.toThrow()
    for (const name of Object.keys(env)) expect(Object.keys(settings)).toContain(name)
  }
})

test('the units of the tutorial start files that exist, as on the page of backups', () => {
  const units = files.filter(({ path }) => path.endsWith('.service'))
  for (const { text } of units) {
    const [, script = ''] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(text) ?? []
    expect(existsSync(script), script).toBe(true)
  }
  const backups = readFileSync('content/docs/backups.mdx', 'utf8')
  for (const { path, text } of files.filter(({ path }) => path.includes('backup')))
    expect(backups, path).toContain(text)
})

const proxies = files.filter(({ path }) => /Caddyfile|nginx/.test(path))
const addressesIn = (text: string) => new Set(text.match(/\b10\.0\.0\.\d+\b/g))

test('the proxies of the tutorial forward addresses, sockets and uploads unbuffered', () => {
  expect(proxies.map(({ path }) => path.split('/')[2])).toEqual(['caddy', 'nginx', 'caddy', 'nginx'])
  for (const { path, text } of proxies) {
    expect(text).toMatch(/max_size 21MB|client_max_body_size 21m/)
    expect(text).toMatch(/flush_interval -1|proxy_buffering off/)
    // Debian 12 has Caddy 2.6, which forwards this placeholder as it is written.
    expect(text).not.toContain('{client_ip}')
    // Caddy forwards the address and sockets by itself.
    if (path.includes('nginx'))
      for (const header of ['Host', 'X-Forwarded-For', 'X-Forwarded-Proto', 'Upgrade', 'Connection'])
        expect(text).toContain(`proxy_set_header ${header} `)
  }
})

test('the files for three machines name the same addresses', () => {
  const instances = new Set(['10.0.0.11', '10.0.0.12'])
  for (const { text } of proxies.slice(2)) expect(addressesIn(text)).toEqual(instances)
  const named = (end: string) => files.findLast(({ path }) => path.endsWith(end))!.text
  expect(addressesIn(named('pg_hba.conf'))).toEqual(instances)
  for (const file of ['conf.d/signpost.conf', 'redis.conf'])
    expect(files.some(({ path, text }) => path.endsWith(file) && text.includes('10.0.0.10'))).toBe(true)
  const env = named('signpost.env')
  expect(env).toContain(`redis://:${/^requirepass (\S+)$/m.exec(named('redis.conf'))![1]}@10.0.0.10:6379`)
  expect(env).toContain('@10.0.0.10:5432/signpost')
})

test('the requirements name the version of Compose that reads the file', () => {
  // An optional env_file needs 2.24, and content of configs 2.23.1.
  const row = readFileSync('content/docs/requirements.mdx', 'utf8').match(/^\| Docker with Compose .*$/m)
  expect(row?.[0]).toContain('2.24 or newer')
})
