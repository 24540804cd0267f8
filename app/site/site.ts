/** Media type of an OpenAPI 3.1 document. */
export const openapiType = 'application/vnd.oai.openapi+json;version=3.1'

/** Origin of the service in examples and documentation. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000'
