/**
 * Rolldown takes these functions for ones that never throw, and drops a call whose result nobody reads, even where the
 * call is a check. No option of tree shaking changes that. As members of an object that Rolldown does not know, they stay.
 * Bundles that shake their tree take this as `define`; the bundle of the server shakes nothing (bundle.mjs).
 */
export const KEPT_CALLS = Object.fromEntries(
  ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'String.fromCodePoint'].map((name) => [
    name,
    `globalThis.${name}`,
  ]),
);
