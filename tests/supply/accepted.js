/**
 * What `npm audit` may find: advisories without a fix for Remix 2, and why they do not reach us. A line goes when its
 * package does; a new one needs a reason as good as these, and a test of it where that is possible.
 * @type {Record<string, string>}
 */
export const accepted = {
  'GHSA-wrjc-x8rr-h8h6':
    'react-router: a backslash in what Link and useNavigate go to leads to another site. Nothing here uses Link, and two files use useNavigate, for paths of the console, which a test holds; paths to go to are refused with a backslash in them.',
  'GHSA-337j-9hxr-rhxg':
    'react-router: an error that the server wrote into a page is made again by the name of its class. In production the server writes every error as a plain Error.',
  'GHSA-rxv8-25v2-qmq8':
    'turbo-stream: deeply nested input that a loader or an action gives back exhausts the server. Ours give back what schemas have parsed, and the fields of forms, which are strings.',
  'GHSA-49rj-9fvp-4h2h':
    'turbo-stream: decoding a foreign stream calls constructors by name. Only our own pages decode, and only what our own server sent.',
  'GHSA-chx6-hx7r-mcp5':
    'react-router and its server: requests for the manifest of routes are expensive. The manifest is not served: v3_lazyRouteDiscovery is off, which a test holds.',
}
