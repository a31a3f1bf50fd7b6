/**
 * Rolldown assumes that these functions never throw, and drops a call whose result is unused, even if the call is a
 * check. No option of tree shaking changes that. The calls stay if they are members of an object that Rolldown does not
 * know. Bundles with tree shaking use this list as `define`. The bundle of the server has no tree shaking (bundle.mjs).
 */
export const THROWING_CALLS = Object.fromEntries(
  ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'String.fromCodePoint'].map((name) => [
    name,
    `globalThis.${name}`,
  ]),
);
