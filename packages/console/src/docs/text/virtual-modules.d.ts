/** The modules that scripts/documents/docs-contents.mjs generates from the contract and the documents. */
declare module 'virtual:docs-outline' {
  export const tags: readonly import('./contents.ts').TagOutline[];
  export const menu: readonly import('./contents.ts').MenuGroup[];
  /** The documents for people who change Cardwright itself. */
  export const contributorMenu: readonly import('./contents.ts').MenuGroup[];
  export const generalErrors: readonly import('./contents.ts').ErrorRow[];
}
declare module 'virtual:docs-parts' {
  export const loadTag: Readonly<
    Record<string, () => Promise<{ default: readonly import('./contents.ts').DescribedOperation[] }>>
  >;
  export const loadPage: Readonly<Record<string, () => Promise<{ default: import('./contents.ts').DocumentPage }>>>;
}
declare module 'virtual:docs-search' {
  const entries: readonly import('./contents.ts').SearchEntry[];
  export default entries;
}
