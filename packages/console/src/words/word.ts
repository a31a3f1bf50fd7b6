/** A text, or its forms by the value `count`. */
export type Word = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });
