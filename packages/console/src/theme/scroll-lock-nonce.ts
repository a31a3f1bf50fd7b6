import { styleNonce } from './style-nonce.ts';

/** Dialogs hold the page behind them still by a style sheet. What writes it looks for its nonce by this name. */
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
