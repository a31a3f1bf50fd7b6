export const TOKEN_TYPES = ['DEVICE', 'CLOUD', 'CARD_ON_FILE'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

/** How the wallet got the card number. */
export const PAN_SOURCES = ['ON_FILE', 'MANUAL', 'APP'] as const;
export type PanSource = (typeof PAN_SOURCES)[number];
