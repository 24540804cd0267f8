import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { redirectInput } from '#app/features/content/redirects.ts'

const refused = (given: { from?: string; to?: string }) =>
  !redirectInput.safeParse({ from: '/old', to: '/new', ...given }).success

test('no file or page of the service can be redirected elsewhere', () => {
  const machine = readdirSync('app/routes/machine').map(
    (name) =>
      `/${name.replace(/\.ts$/, '').replace(/\[([^\]]+)\]/g, (_, word: string) => word.replaceAll('.', '·'))}`,
  )
  const paths = [
    ...machine.map((path) => path.replaceAll('.', '/').replaceAll('·', '.').replace(/\$\w*/g, 'x')),
    ...readdirSync('public').map((name) => `/${name}`),
    '/contact/sent',
    '/Docs/Operate/llms-full.txt',
  ]
  expect(paths).toContain('/.well-known/agent-skills/x/SKILL.md')
  expect(paths).toContain('/robots.txt')
  expect(paths.filter((from) => !refused({ from }))).toEqual([])
})

test('a target is a public page or file of the site', () => {
  const refusedTargets = [
    ...readdirSync('app/routes/account').map((name) => `/${name.split('.')[0]}`),
    ...['/Logout', '/admin', '/admin/users', '/api', '/api/auth/github', '/api/auth/logout', '/chat', '/mcp'],
    ...[
      '/preview/x',
      '/invitation/x',
      '/verify-email',
      '/metrics',
      '/healthz',
      '/.well-known/change-password',
      '/Contact/Sent',
      '/speculation-rules.json',
    ],
    ...['https://example.com/', '//example.com', '/docs?x=1', 'javascript:alert(1)'],
  ]
  expect(refusedTargets.filter((to) => !refused({ to }))).toEqual([])
  const accepted = [
    '/',
    '/about',
    '/docs',
    '/docs/api/site',
    '/blog/tags/news',
    '/search',
    '/contact',
    '/media/a.png',
    ...['/feed.json', '/feed.xml', '/changelog.xml', '/llms.txt', '/docs/operate/llms-full.txt'],
    ...['/openapi.json', '/robots.txt', '/sitemap.xml', '/icon-512.png', '/site.webmanifest'],
  ]
  expect(accepted.filter((to) => refused({ to }))).toEqual([])
  expect(redirectInput.safeParse({ from: '/old', to: '/logout' }).error!.issues).toMatchObject([
    { path: ['to'], message: 'This path belongs to the service. Use the path of a public page or file.' },
  ])
})

test.each(['/a/../b', '/./a', '/..', '/a/.', '/a.md', '/A.DATA'])('%s is no target and no source', (path) => {
  expect([refused({ to: path }), refused({ from: path })]).toEqual([true, true])
})

test('a source keeps its spelling, and a target has that of pages', () => {
  expect(redirectInput.parse({ from: '/Old.html', to: '/New' })).toEqual({ from: '/Old.html', to: '/new' })
})
