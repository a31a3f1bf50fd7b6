/**
 * Rolldown assumes that these functions never throw, and drops a call whose result is unused, even if the call is a
 * check. No option of tree shaking changes that. As members of an object that Rolldown does not know, the calls stay.
 * Bundles with tree shaking use this as `define`; the bundle of the server has none (bundle.mjs).
 */
export const THROWING_CALLS = Object.fromEntries(
  ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'String.fromCodePoint'].map((name) => [
    name,
    `globalThis.${name}`,
  ]),
);
