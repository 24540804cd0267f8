/**
 * Addresses that a browser must not fetch before somebody asks for them, as URL patterns: they are private, change
 * something, or are no pages.
 */
const excluded = [
  '/login',
  '/logout',
  '/signup',
  '/setup',
  '/invitation',
  '/profile',
  '/admin',
  '/chat',
  '/api',
  '/share',
  '/.well-known',
].flatMap((path) => [path, `${path}/*`])

const files = ['/*.md', '/*.txt', '/*.xml', '/*.json']

/**
 * The speculation rules of the public pages: a link to another page of this site is fetched when the pointer rests on it
 * for a moment or presses it. Nothing is rendered ahead.
 */
export const speculationRules = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: [...excluded, ...files] } },
          { not: { selector_matches: '[download], [rel~="nofollow"]' } },
        ],
      },
    },
  ],
}
