import { iconPath } from '#app/site/icons.ts'
import type { Site } from '#app/site/identity.ts'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

/** Facts about a page for structured data. Days are `YYYY-MM-DD`. */
export type GraphFacts = {
  title: string
  description: string
  path: string
  /** Type of the entry. Undefined for other pages, such as listings. */
  type?: 'page' | 'doc' | 'post' | undefined
  published?: string | undefined
  updated?: string | undefined
  author?: string | undefined
  tags?: string[] | undefined
}

type SiteFacts = Site & { siteUrl: string }
type Node = { '@type': string; [property: string]: unknown }

const types = { page: 'WebPage', doc: 'TechArticle', post: 'BlogPosting' } as const

/**
 * Returns the JSON-LD graph for a page (schema.org): site, publisher, page and breadcrumbs. The nodes refer to each
 * other by `@id`.
 */
export function pageGraph(facts: GraphFacts, way: Crumb[], site: SiteFacts) {
  const { siteUrl } = site
  const url = new URL(facts.path, siteUrl).href
  const trail = way.length > 0 ? breadcrumbs(url, { ...facts, siteUrl }, way) : null
  return {
    '@context': 'https://schema.org',
    '@graph': [
      website(site),
      organization(site),
      { ...page(url, facts, site), ...(trail ? { breadcrumb: reference(trail['@id']) } : {}) },
      ...(trail ? [trail] : []),
    ],
  }
}

const reference = (id: string) => ({ '@id': id })
const siteId = (siteUrl: string) => `${siteUrl}/#website`
const publisherId = (siteUrl: string) => `${siteUrl}/#organization`

const website = ({ siteUrl, name, language }: SiteFacts): Node => ({
  '@type': 'WebSite',
  '@id': siteId(siteUrl),
  url: `${siteUrl}/`,
  name,
  inLanguage: language,
  publisher: reference(publisherId(siteUrl)),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={words}` },
    'query-input': 'required name=words',
  },
})

const organization = ({ siteUrl, name, icon, logo, social, contact }: SiteFacts): Node => ({
  '@type': 'Organization',
  '@id': publisherId(siteUrl),
  url: `${siteUrl}/`,
  name,
  logo: siteUrl + (logo ?? iconPath({ icon })),
  ...(social.length
    ? { sameAs: social.map(({ href }) => href).filter((href) => /^https?:/.test(href)) }
    : {}),
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'site owner',
    url: `${siteUrl}/contact`,
    ...(contact.email ? { email: contact.email } : {}),
  },
})

const page = (url: string, facts: GraphFacts, site: SiteFacts): Node => ({
  '@type': types[facts.type ?? 'page'],
  '@id': `${url}#page`,
  url,
  mainEntityOfPage: url,
  name: facts.title,
  headline: facts.title,
  description: facts.description,
  inLanguage: site.language,
  isPartOf: reference(siteId(site.siteUrl)),
  publisher: reference(publisherId(site.siteUrl)),
  author: author(facts, site),
  ...(facts.published ? { datePublished: facts.published } : {}),
  ...(facts.updated ? { dateModified: facts.updated } : {}),
  ...(facts.tags?.length ? { keywords: facts.tags } : {}),
})

/**
 * Returns the author. A name that contains the site name, such as a team name, refers to the publisher. All other names
 * refer to people.
 */
const author = ({ author: given }: GraphFacts, site: SiteFacts) => {
  const name = given ?? site.name
  return name.includes(site.name)
    ? { '@type': 'Organization', name, ...reference(publisherId(site.siteUrl)) }
    : { '@type': 'Person', name }
}

function breadcrumbs(url: string, { title, siteUrl }: GraphFacts & { siteUrl: string }, way: Crumb[]) {
  const steps = [...way, { href: url, name: title }]
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#way`,
    itemListElement: steps.map(({ href, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(href, siteUrl).href,
    })),
  }
}

/**
 * Returns the search results as JSON-LD (schema.org), best first. Agents that submit the search form receive this data.
 */
export const searchResultsJsonLd = ({ title, answer }: Found) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: title,
  numberOfItems: answer.total,
  itemListElement: answer.results.map(({ title, url, excerpt }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: { '@type': 'WebPage', name: title, url, abstract: excerpt },
  })),
})

type Found = {
  /** Title of the page. */
  title: string
  answer: { total: number; results: { title: string; url: string; excerpt: string }[] }
}
