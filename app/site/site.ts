/** What the site calls itself, in titles, feeds and catalogues. */
export const siteName = 'Signpost'

/** The language of everything that is published, as a BCP 47 tag. */
export const siteLanguage = 'en'

/** The media type of an OpenAPI 3.1 document. */
export const openapiType = 'application/vnd.oai.openapi+json;version=3.1'

/** Where examples find the service, as in all documents. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000'
