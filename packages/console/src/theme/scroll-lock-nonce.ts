import { styleNonce } from './style-nonce.ts';

/**
 * Dialogs lock the scrolling of the page with a style sheet. The library that writes it looks up its nonce by this
 * name.
 */
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
